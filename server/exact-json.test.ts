import { expect, test } from "vitest";
import { parseExactJson } from "./exact-json.ts";

test.each<[string, string, unknown]>([
  [
    "long integers become texts",
    '{"a":[12345678901234567890,-9007199254740993]}',
    { a: ["12345678901234567890", "-9007199254740993"] },
  ],
  ["integers that are exact stay numbers", "[9007199254740991,1000000000000000]", [9007199254740991, 1000000000000000]],
  [
    "other long numbers stay numbers",
    "[1.2345678901234567,12345678901234567e3]",
    [1.2345678901234567, 12345678901234567e3],
  ],
  [
    "numbers beyond the range of doubles become texts",
    `{"a":1e400,"b":[-1.5E+400,1e0400,${"9".repeat(400)}.5,${"9".repeat(400)}]}`,
    { a: "1e400", b: ["-1.5E+400", "1e0400", `${"9".repeat(400)}.5`, "9".repeat(400)] },
  ],
  [
    "numbers within the range stay numbers, beside those that do not",
    '[1e400,1e308,-1.5e3,1e-400,12.5,-0,"1e400 1e500"]',
    ["1e400", 1e308, -1500, 0, 12.5, -0, "1e400 1e500"],
  ],
  [
    "digits within texts are left alone",
    '{"12345678901234567":"a 12345678901234567 \\" 12345678901234567"}',
    { "12345678901234567": 'a 12345678901234567 " 12345678901234567' },
  ],
])("%s", (_, text, value) => {
  expect(parseExactJson(text)).toEqual(value);
});

test.each(['{"__proto__":{"a":1},"b":1}', '{"\\u005f_proto__":{"a":1},"b":1}'])("%s sets no prototype", (text) => {
  const value = parseExactJson(text) as object;
  expect(Object.keys(value)).toEqual(["b"]);
  expect("a" in value).toBe(false);
});

test.each([["{"], ['"12345678901234567'], [`${"[".repeat(201)}${"]".repeat(201)}`]])("%# is refused", (text) => {
  expect(() => parseExactJson(text)).toThrow(SyntaxError);
});
