import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPageToken, writePageToken } from "./page-token.ts";

const base64 = (value: unknown) => btoa(JSON.stringify(value));

describe("page tokens", () => {
  test("every place is read back from its token, which an address carries unescaped", () => {
    const place = fc.record(
      {
        page: fc.integer({ min: 1, max: 1e9 }),
        pageSize: fc.integer({ min: 1, max: 5000 }),
        cursor: fc.string({ unit: "grapheme", minLength: 1 }),
      },
      { requiredKeys: ["page", "pageSize"] },
    );
    fc.assert(
      fc.property(place, (at) => {
        const token = writePageToken(at);
        expect(encodeURIComponent(token)).toBe(token);
        expect(readPageToken(token)).toEqual(at);
      }),
    );
  });

  test("plain base64 is read as well", () => {
    expect(readPageToken(base64({ pageSize: 2, page: 2 }))).toEqual({ page: 2, pageSize: 2 });
  });

  test.each([
    ["no base64", "!!!"],
    ["no JSON", btoa("page 2")],
    ["a list", base64([1])],
    ["null", base64(null)],
    ["no page", base64({ pageSize: 2 })],
    ["page 0", base64({ page: 0, pageSize: 2 })],
    ["half a page", base64({ page: 1.5, pageSize: 2 })],
    ["a page in text", base64({ page: "1", pageSize: 2 })],
    ["a page size of millions", base64({ page: 1, pageSize: 1e9 })],
    ["more than belongs in it", base64({ page: 1, pageSize: 1, url: "https://evil.example" })],
    ["a cursor that is none", base64({ page: 1, pageSize: 1, cursor: { a: 1 } })],
    ["bytes that are no text", btoa("\xff\xfe")],
  ])("%s is refused", (_, token) => {
    expect(() => readPageToken(token)).toThrow(/^nextPage: is not a valid page token/);
    expect(() => readPageToken(token, { parameter: "page" })).toThrow(
      /^page: is neither a page number nor a valid page token/,
    );
  });

  test("refuses any other text, with no other effect", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => readPageToken(text)).toThrow(/^nextPage: /);
      }),
    );
  });
});
