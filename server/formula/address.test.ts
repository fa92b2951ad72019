import fc from "fast-check";
import { expect, test } from "vitest";
import { buildAddress } from "./address.ts";

const built = (...given: Parameters<typeof buildAddress>) => {
  const result = buildAddress(...given);
  return result.ok ? result.address : result.error;
};

test.each<[string, Parameters<typeof buildAddress>, string, Record<string, unknown>]>([
  ["as it is", ["/contacts"], "/contacts", {}],
  [
    "with a query object",
    ["/contacts", {}, { where: "name='a b'", n: 1 }],
    "/contacts?where=name%3D'a%20b'&n=1",
    { where: "name='a b'", n: "1" },
  ],
  ["with a query text", ["/contacts", {}, "a=1&b=x%20y"], "/contacts?a=1&b=x%20y", { a: "1", b: "x y" }],
  ["with a query text that has its mark", ["/contacts", {}, "?a=1"], "/contacts?a=1", { a: "1" }],
  ["with a query inside", ["/contacts?a=1&b=2"], "/contacts?a=1&b=2", { a: "1", b: "2" }],
  ["with both, where the property wins", ["/contacts?a=1&b=2", {}, { b: 3 }], "/contacts?a=1&b=3", { a: "1", b: "3" }],
  ["with a list", ["/c", {}, { id: [1, 2] }], "/c?id=1&id=2", { id: ["1", "2"] }],
  ["with an object", ["/c", {}, { f: { x: 1 } }], "/c?f=%7B%22x%22%3A1%7D", { f: '{"x":1}' }],
  ["without missing values", ["/c", {}, { a: null, b: undefined, c: "" }], "/c?c=", { c: "" }],
  ["with placeholders", ["/contacts/{id}/notes/{n}", { id: "a/b", n: 2 }], "/contacts/a%2Fb/notes/2", {}],
  ["without its fragment", ["/contacts#top"], "/contacts", {}],
  ["of another host", ["https://example.com/a?b=c"], "https://example.com/a?b=c", { b: "c" }],
])("an address %s", (_, given, url, query) => {
  expect(built(...given)).toMatchObject({ url, query });
});

test.each<[string, Parameters<typeof buildAddress>, string]>([
  ["a placeholder without a value", ["/contacts/{id}"], "path: there is no value for {id}."],
  ["a placeholder whose value is empty", ["/contacts/{id}", { id: "" }], "path: there is no value for {id}."],
  ["a placeholder called like an inherited name", ["/contacts/{toString}"], "path: there is no value for {toString}."],
  ["a climbing value", ["/contacts/{id}", { id: ".." }], "/contacts/.. must not contain . or .. as a part."],
  ["a climbing address", ["/contacts/../users"], "/contacts/../users must not contain . or .. as a part."],
  ["an encoded climb", ["/contacts/%2E./users"], "/contacts/%2E./users must not contain . or .. as a part."],
  ["a climb with a tab in it", ["/contacts/.\t./users"], "An address must not contain control characters."],
  ["a climb with backslashes", ["/contacts/..\\users"], "/contacts/..\\users must not contain . or .. as a part."],
])("%s is refused (C08)", (_, given, error) => {
  expect(built(...given)).toBe(error);
});

test("encodes any value so that it arrives unchanged (fast-check)", () => {
  const text = fc.string({ unit: "binary" }).map((value) => value.toWellFormed());
  fc.assert(
    fc.property(text, text, (name, value) => {
      fc.pre(name !== "__proto__");
      const address = built("/items", {}, { [name]: value });
      if (typeof address === "string") throw new Error(address);
      const requestUrl = new URL(address.url, "https://example.com");
      expect([requestUrl.host, requestUrl.pathname, requestUrl.searchParams.get(name)]).toEqual([
        "example.com",
        "/items",
        value,
      ]);
    }),
  );
});
