import { describe, expect, test } from "vitest";
import { compileRead } from "../copy-field.ts";
import { parseFieldPath } from "../field-path.ts";
import type { KnownField } from "./field.ts";
import { fieldsOfSamples } from "./fields-of-samples.ts";
import { pairKey } from "./reasons.ts";
import { suggestMapping } from "./suggest.ts";

const field = (path: string, type?: string, ...samples: unknown[]): KnownField => ({ path, type, samples });
const only = (ours: KnownField, provider: KnownField) => suggestMapping([ours], [provider])[0];

describe("a pair is suggested with its reasons", () => {
  test.each([
    ["the same name", field("email"), field("email"), ["sameName"]],
    ["another style of the name", field("first_name"), field("firstName"), ["sameName"]],
    ["a custom field", field("level"), field("Level__c"), ["sameName"]],
    ["the same name inside other objects", field("name.city"), field("address.city"), ["sameName"]],
    ["a synonym", field("first_name"), field("givenName"), ["sameWords"]],
    ["a synonym of one word", field("phone"), field("Telephone"), ["sameWords"]],
    ["some of the words", field("created"), field("createdOn"), ["sameWords"]],
    [
      "the same values",
      field("code", "string", "AX-1", "AX-2"),
      field("ref", "integer", "AX-2", "AX-9"),
      ["sameValues"],
    ],
    ["numbers besides", field("rank", "integer"), field("rank", "double"), ["sameName", "sameType"]],
    ["a type besides", field("email", "string"), field("email", "string"), ["sameName", "sameType"]],
  ])("%s", (_, ours, provider, reasons) => {
    const found = only(ours, provider);
    expect(found).toMatchObject({ path: ours.path, vendorPath: provider.path });
    expect(found?.reasons).toEqual(expect.arrayContaining(reasons));
  });

  test.each([
    ["the type alone", field("city", "string"), field("email", "string")],
    ["values that everything has", field("paid", "integer", 1, 2), field("kind", "integer", 1, 2)],
    ["nothing in common", field("email"), field("amount")],
  ])("but not for %s", (_, ours, provider) => expect(only(ours, provider)).toBeUndefined());
});

test("each field is suggested once, with its best partner first", () => {
  const ours = [field("name"), field("last_name")];
  const provider = [field("familyName"), field("lastName"), field("name")];
  expect(suggestMapping(ours, provider).map(({ path, vendorPath }) => [path, vendorPath])).toEqual([
    ["last_name", "lastName"],
    ["name", "name"],
  ]);
});

test("a mapping that was made elsewhere suggests the same again", () => {
  const elsewhere = new Set([pairKey("vip", "GoldMember")]);
  expect(suggestMapping([field("vip")], [field("gold_member")], elsewhere)).toMatchObject([{ reasons: ["elsewhere"] }]);
});

test("the order of the fields does not matter", () => {
  const ours = ["email", "phone", "first_name", "city"].map((path) => field(path));
  const provider = ["mail", "telephone", "givenName", "address.city", "town"].map((path) => field(path));
  expect(suggestMapping(ours.toReversed(), provider.toReversed())).toEqual(suggestMapping(ours, provider));
});

test("the fields of samples have paths that transformations read", () => {
  const found = fieldsOfSamples([
    { id: 1, name: { first: "Ada" }, phones: [{ number: "1" }, { number: "2" }], "a.b": true, tags: ["x"] },
    { id: 2, name: null, extra: "y" },
    "no record",
  ]);
  expect(found).toEqual([
    { path: "id", type: "int", samples: [1, 2] },
    { path: "name.first", type: "string", samples: ["Ada"] },
    { path: "phones[*].number", type: "string", samples: ["1", "2"] },
    { path: "['a.b']", type: "boolean", samples: [true] },
    { path: "tags", samples: [["x"]] },
    { path: "name", samples: [] },
    { path: "extra", type: "string", samples: ["y"] },
  ]);
  for (const { path } of found) expect(() => parseFieldPath(path), path).not.toThrow();
});

test.each(["trailing ", " leading", "\t", "", "a.b", "it's", 'say "x"', "$ref", "size()", "[0]", "Größe in cm", "a b"])(
  "the path of a field named %j is read back as that field",
  (name) => {
    for (const record of [{ [name]: 1 }, { inner: { [name]: 1 } }, { list: [{ [name]: 1 }] }]) {
      const [field] = fieldsOfSamples([record]);
      const path = parseFieldPath(field?.path ?? "");
      expect(path.at(-1)).toEqual({ field: name });
      if (!("list" in record)) expect(compileRead(path)(record)).toBe(1);
    }
  },
);

test.each(["constructor", "prototype", `both ' and "`])(
  "a field named %s, which no mapping can name, is not offered",
  (name) => {
    expect(fieldsOfSamples([{ [name]: 1, id: 2 }]).map(({ path }) => path)).toEqual(["id"]);
  },
);
