import { expect, test } from "vitest";
import { mergedDefinition, mergedTransformation } from "./merge.ts";
import { definitionSchema, type Level, transformationSchema } from "./shape.ts";

type Given = { fields?: unknown[]; configuration?: unknown[]; script?: unknown; vendorName?: string };
const at = (level: Level, { fields = [], ...more }: Given) => ({
  level,
  name: "people",
  transformation: transformationSchema.parse({ vendorName: level, ...more, fields }),
});
const field = (path: string, more: object = {}) => ({ path, vendorPath: `their ${path}`, ...more });
const inherit = (properties?: object) => ({ type: "inherit", ...(properties && { properties }) });
const shown = (merged: ReturnType<typeof mergedTransformation>) =>
  merged?.fields.map(({ path, level }) => `${path} ${level}`);

const organization = at("organization", {
  fields: [field("a"), field("b")],
  configuration: [{ type: "passThrough" }],
  script: { body: "one" },
});

test("the most specific level counts, in whatever order the levels come", () => {
  const account = at("account", { fields: [field("c")] });
  const instance = at("instance", { fields: [field("d")] });
  const element = at("element", { fields: [field("e")] });
  expect(shown(mergedTransformation([account, instance, organization, element]))).toEqual(["d instance"]);
  expect(shown(mergedTransformation([organization, account, element]))).toEqual(["c account"]);
  expect(mergedTransformation([organization, element])).toMatchObject({
    vendorName: "organization",
    level: "organization",
    objectName: "people",
  });
  expect(shown(mergedTransformation([element]))).toEqual(["e element"]);
  expect(mergedTransformation([])).toBeNull();
});

test("a level that inherits has the fields, settings and script of the levels above, with their levels", () => {
  const account = at("account", {
    fields: [field("b", { vendorPath: "own" }), field("c")],
    configuration: [inherit()],
    script: { body: "two" },
  });
  const merged = mergedTransformation([organization, account]);
  expect(shown(merged)).toEqual(["b account", "c account", "a organization"]);
  expect(merged?.fields[0]?.vendorPath).toBe("own");
  expect(merged?.configuration.map(({ type, level }) => [type, level])).toEqual([
    ["inherit", "account"],
    ["passThrough", "organization"],
  ]);
  expect(merged?.scripts.map(({ body, level }) => [body, level])).toEqual([
    ["one", "organization"],
    ["two", "account"],
  ]);
  expect(merged?.script?.body).toBe("two");
  const instance = at("instance", { fields: [field("d")], configuration: [inherit()] });
  expect(shown(mergedTransformation([organization, account, instance]))).toEqual([
    "d instance",
    "b account",
    "c account",
    "a organization",
  ]);
  expect(shown(mergedTransformation([organization, instance]))).toEqual([
    "d instance",
    "a organization",
    "b organization",
  ]);
});

test("a level inherits in the directions that it names", () => {
  const account = at("account", {
    fields: [field("c")],
    configuration: [inherit({ fromVendor: true, toVendor: false })],
  });
  expect(shown(mergedTransformation([organization, account], "fromVendor"))).toHaveLength(3);
  expect(shown(mergedTransformation([organization, account], "toVendor"))).toEqual(["c account"]);
  expect(shown(mergedTransformation([organization, account]))).toHaveLength(3);
  const off = at("account", { fields: [field("c")], configuration: [inherit({ fromVendor: false, toVendor: false })] });
  expect(shown(mergedTransformation([organization, off]))).toEqual(["c account"]);
});

test("a transformation that is removed at a level is gone below it", () => {
  const removed = at("account", { configuration: [{ type: "remove" }] });
  expect(mergedTransformation([organization, removed])).toBeNull();
  const instance = at("instance", { fields: [field("d")], configuration: [inherit()] });
  expect(shown(mergedTransformation([organization, removed, instance]))).toEqual(["d instance"]);
  const without = at("account", {
    fields: [field("a", { configuration: [{ type: "remove" }] })],
    configuration: [inherit()],
  });
  expect(shown(mergedTransformation([organization, without]))).toEqual(["b organization"]);
});

test("a definition has the fields of all levels, each once, by the most specific", () => {
  const define = (level: Level, ...paths: string[]) => ({
    level,
    name: "people",
    definition: definitionSchema.parse({ fields: paths.map((path) => ({ path, type: level })) }),
  });
  const fields = mergedDefinition([define("account", "b", "c"), define("organization", "a", "b")]);
  expect(fields.map(({ path, type, associatedLevel }) => `${path} ${type} ${associatedLevel}`)).toEqual([
    "a organization organization",
    "b account account",
    "c account account",
  ]);
});
