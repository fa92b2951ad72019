import { expect, test } from "vitest";
import { changedFields } from "./changed-fields.ts";

const step = (name: string, properties: object) => ({ id: 1, name, properties });

test.each<[string, unknown, unknown, unknown[]]>([
  ["nothing", { a: 1, list: [1, 2] }, { list: [1, 2], a: 1 }, []],
  ["a value", { a: 1 }, { a: 2 }, [{ field: "a", before: "1", after: "2" }]],
  ["a field that is new", {}, { a: null }, [{ field: "a", after: "null" }]],
  ["a field that is gone", { a: "x" }, { a: undefined }, [{ field: "a", before: '"x"' }]],
  [
    "a list of texts as a whole",
    { a: ["x"] },
    { a: ["x", "y"] },
    [{ field: "a", before: '["x"]', after: '["x","y"]' }],
  ],
  [
    "an item of a list by its name, wherever it is",
    { steps: [step("one", { url: "a" }), step("two", {})] },
    { steps: [step("two", {}), step("one", { url: "b" })] },
    [{ field: "steps.one.properties.url", before: '"a"', after: '"b"' }],
  ],
  [
    "an inserted item",
    { steps: [step("one", {})] },
    { steps: [step("new", { x: 1 }), step("one", {})] },
    [{ field: "steps.new", after: '{"id":1,"name":"new","properties":{"x":1}}' }],
  ],
  [
    "a secret, without its values",
    { "oauth.api.secret": "hush", password: "a" },
    { "oauth.api.secret": "hush2", password: "b" },
    ["oauth.api.secret", "password"].map((field) => ({ field, before: '"********"', after: '"********"' })),
  ],
  [
    "a header with a credential",
    { headers: { cookie: "a=hush", accept: "x" } },
    { headers: { cookie: "a=other", accept: "y" } },
    [
      { field: "headers.cookie", before: '"********"', after: '"********"' },
      { field: "headers.accept", before: '"x"', after: '"y"' },
    ],
  ],
  [
    "the default of a configuration entry that is secret",
    { configuration: [{ key: "pin", type: "PASSWORD", defaultValue: "1", description: "old" }] },
    { configuration: [{ key: "pin", type: "PASSWORD", defaultValue: "2", description: "new" }] },
    [
      { field: "configuration.pin.defaultValue", before: '"********"', after: '"********"' },
      { field: "configuration.pin.description", before: '"old"', after: '"new"' },
    ],
  ],
  [
    "a new entry with a secret default and a header with a credential",
    {},
    { entry: { key: "api.secret", defaultValue: "hush" }, call: { headers: { Authorization: "hush", a: "b" } } },
    [
      { field: "entry", after: '"********"' },
      { field: "call", after: '{"headers":{"Authorization":"********","a":"b"}}' },
    ],
  ],
])("shows %s", (_, before, after, expected) => expect(changedFields({ before, after })).toEqual(expected));

test("keys that only the element knows to be secret are masked", () => {
  const fields = changedFields({ before: { pin: "12" }, after: { pin: "34" }, isSecret: (key) => key === "pin" });
  expect(fields).toEqual([{ field: "pin", before: '"********"', after: '"********"' }]);
});

test("long texts are cut around their first difference, and many fields end at a hundred", () => {
  const [before, after] = [`${"a".repeat(5000)}one${"b".repeat(5000)}`, `${"a".repeat(5000)}two${"b".repeat(5000)}`];
  const [field] = changedFields({ before: { before }, after: { before: after } });
  expect(field?.before).toMatch(/^…a{100}oneb+…$/);
  expect(field?.after).toMatch(/^…a{100}twob+…$/);
  expect(field?.before?.length).toBe(1002);
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}`, at]));
  expect(changedFields({ before: {}, after: many })).toHaveLength(100);
});

test("long values that differ by a secret only are the same once it is masked", () => {
  const servers = (password: string) => [{ url: "x".repeat(2000), password }];
  const [changed] = changedFields({ before: { servers: servers("one-secret") }, after: { servers: servers("other") } });
  expect(changed?.field).toBe("servers");
  expect(changed?.before).toBe(changed?.after);
});
