import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redact, redactJson } from "./redact.ts";

const SECRET = 'canary-"s3cret"/ü';

/** The recorded value after its JSON text was redacted. */
const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

const recorded = (value: unknown, secrets: readonly string[] = []) =>
  JSON.parse(redact(JSON.stringify(value), secrets).text);

describe("redact", () => {
  test.each([
    "Authorization",
    "authorization",
    "Proxy-Authorization",
    "Cookie",
    "set-cookie",
    "X-Api-Key",
    "Elements-User-Password",
  ])("keeps the name of the header %s and masks its value", (name) => {
    const step = { request: { headers: { [name]: "x", accept: "*/*" }, body: { [name]: "x" } } };
    expect(recorded(step)).toEqual({
      request: { headers: { [name]: "********", accept: "*/*" }, body: { [name]: "x" } },
    });
  });

  test.each<[string, unknown, unknown]>([
    ["headers at any depth and in any case", [{ Headers: { COOKIE: "a" } }], [{ Headers: { COOKIE: "********" } }]],
    [
      "a header with several values",
      { headers: { "set-cookie": ["a", "b"] } },
      { headers: { "set-cookie": "********" } },
    ],
    ["JSON text in a value", { body: '{"headers":{"cookie":"a"}}' }, { body: '{"headers":{"cookie":"********"}}' }],
    ["a secret within a text", [`Bearer ${SECRET}!`], ["Bearer ********!"]],
    ["a secret as a key", { [SECRET]: 1 }, { "********": 1 }],
    ["a secret in an address", [`/a?key=${encodeURIComponent(SECRET)}`], ["/a?key=********"]],
    ["a secret in a piece of JSON text", [`x ${JSON.stringify(SECRET)}`], ['x "********"']],
  ])("masks %s", (_, value, expected) => expect(recorded(value, [SECRET])).toEqual(expected));

  test.each<[string, string | null, string | null]>([
    ["a sentence", `401: ${SECRET} is wrong`, "401: ******** is wrong"],
    ["text that only looks like JSON", `{${SECRET}`, "{********"],
    ["what has nothing in it", '{"a": 12345678901234567890, "headers": {"accept": 1, "cookie": null}}', null],
    ["what is masked already", '{"headers":{"cookie":"********"}}', null],
    ["nothing", null, null],
    ["empty text", "", null],
  ])("of %s", (_, text, expected) => {
    expect(redact(text, [SECRET, "abc"])).toEqual({ text: expected ?? text, changed: expected !== null });
  });

  test("JSON text that is nested too deep is masked as plain text", () => {
    const deep = `${"[".repeat(200_000)}"headers cookie ${escaped(SECRET)}"${"]".repeat(200_000)}`;
    const { text, changed } = redact(JSON.stringify({ body: deep, secret: SECRET }), [SECRET]);
    expect(changed).toBe(true);
    expect(text).not.toContain("s3cret");
  });

  test.each([
    ["12345", '"********"'],
    ["true", "true"],
    ['{"pin":12345}', '{"pin":"********"}'],
    ["[12345,123456]", '["********",123456]'],
    ['"is 12345"', '"is ********"'],
  ])("the number %s is masked and stays JSON", (json, expected) => {
    expect(redactJson(json, ["12345"]).text).toBe(expected);
  });

  test("a secret that contains another is masked whole", () => {
    expect(redact("12345678", ["3456", "12345678"]).text).toBe("********");
  });

  test("a key called __proto__ stays a key", () => {
    expect(redact('{"__proto__":{"headers":{"cookie":"a"}}}', []).text).toBe(
      '{"__proto__":{"headers":{"cookie":"********"}}}',
    );
  });

  const secret = fc.string({ minLength: 4, unit: "grapheme" }).filter((text) => !text.includes("*"));

  test("removes each secret from every text of any value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), secret, fc.string(), fc.string(), (other, hidden, before, after) => {
        const text = before + hidden + after;
        const value = recorded({ other, text, [text]: [JSON.stringify({ text })] }, [hidden]);
        const texts: string[] = [];
        JSON.stringify(value, (key, part) => {
          texts.push(key);
          if (typeof part === "string") texts.push(part);
          return part;
        });
        expect(texts.filter((part) => part.includes(hidden))).toEqual([]);
      }),
    );
  });

  test("only credentials change", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (other, cookie) => {
        const value = { other, headers: { cookie, other } };
        expect(recorded(value)).toEqual(JSON.parse(JSON.stringify({ other, headers: { cookie: "********", other } })));
      }),
    );
  });

  test("masking twice masks once", () => {
    fc.assert(
      fc.property(fc.jsonValue(), secret, (other, hidden) => {
        const { text } = redact(JSON.stringify({ other, a: hidden, headers: { Cookie: "a" } }), [hidden]);
        expect(redact(text, [hidden])).toEqual({ text, changed: false });
      }),
    );
  });
});
