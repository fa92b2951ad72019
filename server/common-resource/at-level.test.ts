import { expect, test } from "vitest";
import { definitionAt, transformationAt } from "./at-level.ts";
import { definitionSchema, transformationSchema } from "./shape.ts";

const definition = definitionSchema.parse({
  shared: true,
  level: "account",
  fields: [
    { path: "id", type: "number", level: "organization" },
    { path: "name", associatedLevel: "account", associatedId: 4 },
    { path: "city" },
    { path: "street", level: "elsewhere" },
  ],
});
const paths = (value: { fields: { path: string }[] }) => value.fields.map(({ path }) => path);

test("a field belongs to the level that it names, and to the saved level if it names none that is known", () => {
  expect(paths(definitionAt("account", definition))).toEqual(["name", "city", "street"]);
  expect(paths(definitionAt("organization", definition, "account"))).toEqual(["id"]);
});

test("a definition is saved without levels, and with unknown fields", () => {
  const saved = definitionAt("account", definition);
  expect(saved).toMatchObject({ shared: true, fields: [{ path: "name", type: "string" }, {}, {}] });
  expect(JSON.stringify(saved)).not.toMatch(/level|associated/i);
});

const script = (level: string) => ({ body: `done("${level}");`, level });
const transformation = transformationSchema.parse({
  objectName: "contact",
  elementKey: "crm",
  vendorName: "People",
  level: "account",
  fields: [
    { path: "id", vendorPath: "Id", level: "organization" },
    { path: "name", vendorPath: "Name", configuration: [{ type: "passThrough", level: "account" }] },
  ],
  configuration: [
    { type: "inherit", level: "account" },
    { type: "remove", level: "instance" },
  ],
  script: script("account"),
  scripts: [script("account"), script("organization")],
});

test("fields, settings and scripts of a transformation are separated by their levels", () => {
  expect(transformationAt("account", transformation)).toEqual({
    vendorName: "People",
    fields: [expect.objectContaining({ path: "name", configuration: [{ type: "passThrough" }] })],
    configuration: [{ type: "inherit" }],
    script: expect.objectContaining({ body: 'done("account");' }),
    scripts: [],
  });
  expect(transformationAt("organization", transformation, "account")).toMatchObject({
    fields: [{ path: "id" }],
    configuration: [],
    script: { body: 'done("organization");' },
  });
  expect(transformationAt("instance", transformation, "account")).toMatchObject({
    fields: [],
    configuration: [{ type: "remove" }],
  });
});
