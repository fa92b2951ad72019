import fc from "fast-check";
import { expect, test } from "vitest";
import { resolveTemplate } from "./expression.ts";
import type { Place } from "./place.ts";

const config = {
  quote: 'a "b"\n\\c',
  n: 5,
  list: [1, 2],
  json: '{"k":1}',
  none: null,
  base: "https://api.example.com",
  root: "contacts/1",
  path: "/v1/items",
  evil: "evil.com/#",
  at: "@evil.com",
  climb: "../users",
  and: "a&b=c",
  query: "page=2&size=3",
  word: "word",
  id: "7/8?x",
};
const fill = (place: Place, template: string) => resolveTemplate(template, { config }, { place });

test.each<[string, Place, string, string]>([
  ["text takes values as they are", "text", "<${config.quote}>", '<a "b"\n\\c>'],
  ["JSON: inside quotes a value is escaped", "json", '{"a":"${config.quote}"}', '{"a":"a \\"b\\"\\n\\\\c"}'],
  ["JSON: a number inside quotes stays text", "json", '{"a":"${config.n}"}', '{"a":"5"}'],
  ["JSON: outside of quotes a value is JSON", "json", '{"a":${config.n},"b":${config.list}}', '{"a":5,"b":[1,2]}'],
  ["JSON: text outside of quotes gets quotes", "json", '{"a":${config.word}}', '{"a":"word"}'],
  ["JSON: text that is JSON goes in as it is", "json", '{"a":${config.json}}', '{"a":{"k":1}}'],
  ["JSON: nothing is null outside of quotes", "json", '{"a":${config.none},"b":"${config.none}"}', '{"a":null,"b":""}'],
  ["JSON: an object inside quotes is its text", "json", '{"a":"${config.list}"}', '{"a":"[1,2]"}'],
  ["JSON: escaped quotes do not end the text", "json", '{"a":"\\"${config.quote}"}', '{"a":"\\"a \\"b\\"\\n\\\\c"}'],
  ["other text is plain text", "json", "Dear ${config.quote}", 'Dear a "b"\n\\c'],
  ["text that only begins like JSON is plain text", "json", "[INFO] ${config.word}", "[INFO] word"],
  ["an address may begin with a value", "url", "${config.base}/items", "https://api.example.com/items"],
  ["and a path follow it", "url", "${config.base}${config.path}", "https://api.example.com/v1/items"],
  ["but no other host", "url", "${config.base}${config.at}", "https://api.example.com%40evil.com"],
  [
    "a value in the host cannot change it",
    "url",
    "https://${config.evil}.example.com/",
    "https://evil.com%2F%23.example.com/",
  ],
  [
    "a value in the path is one part",
    "url",
    "https://example.com/items/${config.id}",
    "https://example.com/items/7%2F8%3Fx",
  ],
  ["a value the path begins with may have parts", "url", "/${config.root}", "/contacts/1"],
  ["also behind a host", "url", "https://example.com/${config.root}", "https://example.com/contacts/1"],
  ["a value in the query of an address", "url", "/items?q=${config.and}", "/items?q=a%26b%3Dc"],
  ["a value behind = in a query is encoded", "query", "q=${config.and}&p=${config.n}", "q=a%26b%3Dc&p=5"],
  ["a value where a name begins is a piece of query", "query", "${config.query}&x=1", "page=2&size=3&x=1"],
  ["also behind &", "query", "x=1&${config.query}", "x=1&page=2&size=3"],
  ["a second value behind the same =", "query", "q=${config.word} ${config.and}", "q=word a%26b%3Dc"],
  ["a query may be JSON", "query", '{"q":"${config.quote}"}', '{"q":"a \\"b\\"\\n\\\\c"}'],
])("%s", (_, place, template, text) => {
  expect(fill(place, template)).toBe(text);
});

test("a JSON template stays JSON for any value (C07, fast-check)", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (v) => {
      const filled = resolveTemplate('{"a":"x${config.v}y","b":[${config.v}]}', { config: { v } }, { place: "json" });
      expect(Object.keys(JSON.parse(String(filled)))).toEqual(["a", "b"]);
    }),
  );
});

test("an address keeps its host and the path before any value (C08, fast-check)", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (v) => {
      const filled = resolveTemplate(
        "https://example.com/items/${config.v}/x?q=${config.v}",
        { config: { v } },
        { place: "url" },
      );
      const { host, pathname, searchParams } = new URL(String(filled));
      expect(host).toBe("example.com");
      if (v !== "." && v !== "..") expect(pathname).toMatch(/^\/items\//);
      expect(searchParams.get("q")).toBe(v.toWellFormed());
    }),
  );
});
