import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileMapper } from "./mapper.ts";
import { transformationSchema } from "./shape.ts";

type Settings = Record<string, Record<string, unknown>>;
const settings = (given: Settings = {}) => Object.entries(given).map(([type, properties]) => ({ type, properties }));

/** `our path = provider's path`, perhaps with types in parentheses and settings of the field. */
function transformation(lines: (string | [string, Settings])[], whole: Settings = {}) {
  const fields = lines.map((given) => {
    const [line, own] = Array.isArray(given) ? given : [given, {}];
    const [, path, type, vendorPath, vendorType] = /^(.+?)(?:\((\w+)\))? = (.+?)(?:\((\w+)\))?$/.exec(line) ?? [];
    return { path, type, vendorPath, vendorType, configuration: settings(own) };
  });
  return transformationSchema.parse({ vendorName: "things", fields, configuration: settings(whole) });
}

const PHONES = {
  phones: [
    { type: "home", number: "1" },
    { type: "work", number: "2" },
  ],
};

describe("from the provider", () => {
  test.each<[string, (string | [string, Settings])[], unknown, unknown]>([
    ["a field gets our name", ["firstName = given_name"], { given_name: "Ada", rest: 1 }, { firstName: "Ada" }],
    ["a missing field stays missing, null stays null", ["a = x", "b = y"], { y: null }, { b: null }],
    ["paths lead into objects and make them", ["a.b = x.y.z"], { x: { y: { z: 1 } } }, { a: { b: 1 } }],
    ["a name with dots that is there counts first", ["a = x.y"], { "x.y": 1, x: { y: 2 } }, { a: 1 }],
    ["names in brackets may hold anything", ["a['b c'] = x[\"y.z\"]"], { x: { "y.z": 1 } }, { a: { "b c": 1 } }],
    [
      "an entry of a list",
      ["first = tags[0]", "pair[1] = x"],
      { tags: ["a", "b"], x: 9 },
      { first: "a", pair: [null, 9] },
    ],
    [
      "lists are mapped entry by entry",
      ["numbers[*].value = phones[*].number", "numbers[*].kind = phones[*].type"],
      PHONES,
      {
        numbers: [
          { value: "1", kind: "home" },
          { value: "2", kind: "work" },
        ],
      },
    ],
    [
      "entries without the field keep their place",
      ["l[*].a = x[*].a", "l[*].b = x[*].b"],
      { x: [{ a: 1 }, { b: 2 }] },
      { l: [{ a: 1 }, { b: 2 }] },
    ],
    [
      "lists in lists",
      ["o[*].l[*].n = orders[*].lines[*].name"],
      { orders: [{ lines: [{ name: 1 }, { name: 2 }] }, { lines: [] }] },
      { o: [{ l: [{ n: 1 }, { n: 2 }] }, { l: [] }] },
    ],
    [
      "values of entries become a list",
      ["numbers = phones[*].number", "all[*] = phones[*].number"],
      PHONES,
      { numbers: ["1", "2"], all: ["1", "2"] },
    ],
    [
      "a single thing is a list of itself",
      ["l[*].a = x[*].a", "tags[*] = tag"],
      { x: { a: 1 }, tag: "t" },
      { l: [{ a: 1 }], tags: ["t"] },
    ],
    [
      "texts become entries with a field",
      ["tags[*].name = tags[*]"],
      { tags: ["a", "b"] },
      { tags: [{ name: "a" }, { name: "b" }] },
    ],
    [
      "the entry with a value",
      ["home = phones[type=home].number", "work = phones[?(@.type=='work')].number"],
      PHONES,
      { home: "1", work: "2" },
    ],
    ["entries by a comparison", ["l[*] = x[?(@.n>=2)].n"], { x: [{ n: 1 }, { n: 2 }, { n: 3 }] }, { l: [2, 3] }],
    ["how many there are", ["count = phones.size()"], PHONES, { count: 2 }],
    [
      "types are converted",
      ["a(string) = x(integer)", "b(integer) = y(string)", "c(boolean) = z(string)", "l(string) = w(integer)"],
      { x: 7, y: "8", z: "true", w: [1, 2] },
      { a: "7", b: 8, c: true, l: ["1", "2"] },
    ],
    ["what cannot be converted stays", ["a(integer) = x(string)"], { x: "many" }, { a: "many" }],
    [
      "dates by masks",
      [
        ["a = x", { mask: { mask: "dd.MM.yyyy", vendorMask: "yyyyMMdd" } }],
        ["b = y", { mask: { vendorMask: "seconds" } }],
      ],
      { x: "20260131", y: 0 },
      { a: "31.01.2026", b: "1970-01-01T00:00:00.000Z" },
    ],
    [
      "a value where there is none",
      [
        ["a = x", { defaultValue: { value: 5 } }],
        ["b = y", { defaultValue: { value: 5, fromVendor: false } }],
      ],
      {},
      { a: 5 },
    ],
    [
      "fields that are not mapped in this direction",
      [
        ["a = x", { remove: { toVendor: false } }],
        ["b = y", { passThrough: { fromVendor: false } }],
        ["c = z", { passThrough: { toVendor: false } }],
      ],
      { x: 1, y: 2, z: 3 },
      { c: 3 },
    ],
    ["names of prototypes are names", ["toString = valueOf"], { valueOf: 1 }, { toString: 1 }],
  ])("%s", (_, lines, source, expected) => {
    const before = structuredClone(source);
    expect(compileMapper(transformation(lines), "fromVendor")(source)).toEqual(expected);
    expect(source).toEqual(before);
  });

  test("with passThrough, what is not mapped is kept, and what is mapped is there once", () => {
    const map = compileMapper(
      transformation(["city = address.city", "l[*].n = items[*].number", "zero = tags[0]"], { passThrough: {} }),
      "fromVendor",
    );
    const items = [{ number: 1, price: 2 }, { number: 3 }];
    expect(map({ id: 1, address: { city: "X", street: "Y" }, gone: { x: 1 }, items, tags: ["a", "b"] })).toEqual({
      ...{ id: 1, address: { street: "Y" }, gone: { x: 1 }, items: [{ price: 2 }, {}], tags: ["a", "b"] },
      ...{ city: "X", l: [{ n: 1 }, { n: 3 }], zero: "a" },
    });
    expect(map({ address: { city: "X" } })).toEqual({ city: "X" });
    const off = compileMapper(transformation(["a = x"], { passThrough: { fromVendor: false } }), "fromVendor");
    expect(off({ x: 1, y: 2 })).toEqual({ a: 1 });
  });

  test("an object that others are written into is a copy", () => {
    const source = { address: { city: "X" }, code: 7 };
    const map = compileMapper(transformation(["place = address", "place.zip = code"]), "fromVendor");
    expect(map(source)).toEqual({ place: { city: "X", zip: 7 } });
    expect(source.address).toEqual({ city: "X" });
  });

  test.each([1, "text", null, undefined, true])("%j is no object and stays", (value) => {
    expect(compileMapper(transformation(["a = x"]), "fromVendor")(value)).toBe(value);
  });
});

describe("to the provider", () => {
  const map = (lines: (string | [string, Settings])[], whole?: Settings) =>
    compileMapper(transformation(lines, whole), "toVendor");

  test.each<[string, (string | [string, Settings])[], unknown, unknown]>([
    [
      "a field gets the provider's name",
      ["firstName = given_name"],
      { firstName: "Ada", other: 1 },
      { given_name: "Ada" },
    ],
    [
      "lists are mapped back",
      ["l[*].a = x[*].b.c"],
      { l: [{ a: 1 }, { a: 2 }] },
      { x: [{ b: { c: 1 } }, { b: { c: 2 } }] },
    ],
    [
      "an entry with a value is made",
      ["home = phones[type=home].number", "work = phones[type=work].number"],
      { home: "1", work: "2" },
      PHONES,
    ],
    ["sizes are not written", ["count = phones.size()"], { count: 2 }, {}],
    ["types are converted back", ["a(string) = x(integer)"], { a: "7" }, { x: 7 }],
    [
      "dates are written as the provider wants",
      [["a = x", { mask: { vendorMask: "yyyy-MM-dd'T'HH:mm" } }]],
      { a: "2026-01-31T10:20:30Z" },
      { x: "2026-01-31T10:20" },
    ],
  ])("%s", (_, lines, source, expected) => expect(map(lines)(source)).toEqual(expected));

  test("a value that cannot be converted is refused by the name of its field", () => {
    expect(() => map(["a.b(integer) = x(integer)", "n(string) = y(integer)"])({ n: "many" })).toThrow(
      'n: "many" is not of type integer.',
    );
    expect(() => map([["a = x", { mask: { mask: "dd.MM.yyyy" } }]])({ a: "soon" })).toThrow('a: "soon" is not a date');
  });

  test("a part of an object gets no default values", () => {
    const withDefault = map([["a = x", { defaultValue: { value: [1] } }], "b = y"]);
    expect(withDefault({ b: 1 })).toEqual({ x: [1], y: 1 });
    expect(withDefault({ b: 1 }, { isPartial: true })).toEqual({ y: 1 });
  });
});

test("what is mapped there and back is the same", () => {
  const both = transformation(["a.b = x", "l[*].n = m[*].k.n", "t = u.v", "k[0] = z"]);
  const [there, back] = [compileMapper(both, "toVendor"), compileMapper(both, "fromVendor")];
  const ours = fc.record({
    a: fc.record({ b: fc.jsonValue() }),
    l: fc.array(fc.record({ n: fc.jsonValue() }), { minLength: 1 }),
    t: fc.jsonValue(),
    k: fc.tuple(fc.jsonValue()),
  });
  fc.assert(fc.property(ours, (given) => void expect(back(there(given))).toEqual(given)));
});

test("no object reaches the prototype of all objects", () => {
  const map = compileMapper(transformation(["a.b = x"], { passThrough: {} }), "fromVendor");
  map(JSON.parse('{ "__proto__": { "polluted": 1 }, "x": 1 }'));
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});
