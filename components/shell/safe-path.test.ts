import { expect, test } from "vitest";
import { safePath } from "./safe-path.ts";

test.each([
  ["/runs?status=failed", "/runs?status=failed"],
  ["/formulas/3#steps", "/formulas/3#steps"],
  [null, "/home"],
  ["", "/home"],
  ["https://elsewhere.example/", "/home"],
  ["//elsewhere.example", "/home"],
  ["/\\elsewhere.example", "/home"],
  ["/\t/elsewhere.example", "/home"],
  ["javascript:alert(1)", "/home"],
  ["runs", "/home"],
])("after signing in, %j leads to %s", (wanted, path) => {
  expect(safePath(wanted)).toBe(path);
});
