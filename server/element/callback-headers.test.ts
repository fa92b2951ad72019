import { expect, test } from "vitest";
import { parseCallbackHeaders } from "./callback-headers.ts";

test.each([
  ["", {}],
  ["X-Key: a", { "x-key": "a" }],
  ["X-Key: a, b, Other: http://c", { "x-key": "a, b", other: "http://c" }],
  ["X-Key: a\nOther:b\r\n", { "x-key": "a", other: "b" }],
  ['{"X-Key":"a","N":1}', { "x-key": "a", n: "1" }],
  ["X-Empty", { "x-empty": "" }],
])("%j is read", (text, headers) => expect(parseCallbackHeaders(text)).toEqual(headers));

test.each(["a b: c", '{"a', '{"a":"x\\r\\ny: z"}', '{"":"x"}'])("%j is refused", (text) =>
  expect(() => parseCallbackHeaders(text)).toThrow(/^event\.notification\.callback\.headers: /),
);
