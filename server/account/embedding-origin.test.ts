import { expect, test } from "vitest";
import { embeddingOrigin } from "./embedding-origin.ts";

test.each([
  ["https://app.example.com", "https://app.example.com"],
  ["https://app.example.com:443", "https://app.example.com"],
  ["http://localhost:3000", "http://localhost:3000"],
  ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
  ["http://[::1]:8080", "http://[::1]:8080"],
  ["http://app.example.com", undefined],
  ["https://app.example.com/", undefined],
  ["https://app.example.com/path", undefined],
  ["https://user@app.example.com", undefined],
  ["https://*.example.com", undefined],
  ["https://a.com;script-src *", undefined],
  ["https://a.com https://b.com", undefined],
  ["https://", undefined],
  ["javascript:alert(1)", undefined],
  ["null", undefined],
  ["*", undefined],
])("F17: %j as an origin of embedding pages is %j", (text, origin) => expect(embeddingOrigin(text)).toBe(origin));
