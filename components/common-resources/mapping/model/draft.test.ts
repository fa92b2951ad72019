import { describe, expect, test } from "vitest";
import type { Transformation } from "#server/common-resource/shape.ts";
import {
  addField,
  changeField,
  connect,
  DIRECTIONS,
  type DirectionName,
  disconnect,
  emptyTransformation,
  fieldDirection,
  hide,
  type MappingDraft,
  newFieldsOf,
  partsOfDraft,
  type Row,
  readDefault,
  rowsOf,
  settingDirection,
  withSetting,
  writeDefault,
} from "./draft.ts";

const INHERITS = { configuration: [{ type: "inherit" }] };
const of = (more: Partial<Transformation> = {}): Transformation => ({ ...emptyTransformation("people"), ...more });
const field = (path: string, vendorPath: string, more: object = {}) => ({
  path,
  vendorPath,
  configuration: [],
  ...more,
});
const defined = (path: string) =>
  ({ path, type: "string", level: "organization", associatedLevel: "organization" }) as const;
const rows = (draft: Transformation, inherited: Transformation | null = null, ...paths: string[]) =>
  rowsOf({ draft, level: "account", inherited, defined: paths.map(defined) }).map(({ path, state, level }) => [
    ...[path, state, level],
  ]);
const ABOVE = of({ fields: [{ ...field("email", "mail"), level: "organization" }] });

describe("our fields", () => {
  test("are in the order of their definition, with those that are only mapped after them", () => {
    expect(rows(of({ fields: [field("extra", "x"), field("email", "mail")] }), null, "name", "email")).toEqual([
      ["name", "unmapped", "organization"],
      ["email", "own", "account"],
      ["extra", "own", "account"],
    ]);
  });

  test("include what is inherited only while the mapping inherits", () => {
    expect(rows(of(INHERITS), ABOVE)).toEqual([["email", "inherited", "organization"]]);
    expect(rows(of(), ABOVE)).toEqual([]);
  });

  test("of a level above can be taken away, overridden and inherited again", () => {
    const hidden = hide(of(INHERITS), { path: "email", type: "string" });
    expect(rows(hidden, ABOVE)).toEqual([["email", "removed", "account"]]);
    const connected = connect(hidden, { path: "email", type: "string" }, { path: "mail2", samples: [] });
    expect(rows(connected, ABOVE)).toEqual([["email", "own", "account"]]);
    expect(rows(disconnect(connected, "email"), ABOVE)).toEqual([["email", "inherited", "organization"]]);
  });
});

test("connecting again keeps the settings of a field", () => {
  const masked = of({
    fields: [field("since", "a", { configuration: [{ type: "mask", properties: { mask: "yyyy" } }] })],
  });
  expect(connect(masked, { path: "since", type: "date" }, { path: "b", type: "string", samples: [] }).fields).toEqual([
    ...[{ ...masked.fields[0], type: "date", vendorPath: "b", vendorType: "string" }],
  ]);
});

test("a change of an inherited field is one of this level", () => {
  const [row] = rowsOf({ draft: of(INHERITS), level: "account", inherited: ABOVE, defined: [] });
  if (!row) throw new Error("The inherited field is not shown.");
  expect(changeField(of(INHERITS), row, { type: "date" }).fields).toEqual([
    ...[{ path: "email", vendorPath: "mail", type: "date", configuration: [] }],
  ]);
});

test("a field that is there already is not added again, and one with another name stays in its place", () => {
  const draft = addField(addField(of(), "a"), "b");
  expect(addField(draft, "a")).toBe(draft);
  const [row] = rowsOf({ draft, level: "account", inherited: null, defined: [] });
  if (!row) throw new Error("The field is not shown.");
  expect(changeField(draft, row, { path: "c" }).fields.map(({ path }) => path)).toEqual(["c", "b"]);
});

test.each(Object.keys(DIRECTIONS) as DirectionName[])("directions are read as they were chosen: %s", (name) => {
  const configuration = withSetting([], "passThrough", DIRECTIONS[name]);
  expect(settingDirection({ configuration }, "passThrough")).toBe(name);
  expect(fieldDirection({ configuration })).toBe(name);
});

test("a setting is there once, and goes without properties", () => {
  const once = withSetting(withSetting([{ type: "inherit" }], "mask", { mask: "a" }), "mask", { mask: "b" });
  expect(once).toEqual([{ type: "inherit" }, { type: "mask", properties: { mask: "b" } }]);
  expect(withSetting(once, "mask", null)).toEqual([{ type: "inherit" }]);
});

describe("a field whose path is changed", () => {
  const rowOf = (draft: MappingDraft, path: string): Row => {
    const row = rowsOf({ draft, level: "organization", inherited: null, defined: [] }).find((one) => one.path === path);
    if (!row) throw new Error(`There is no ${path}.`);
    return row;
  };
  const renamedBy = (draft: MappingDraft, ...paths: [from: string, to: string][]) =>
    paths.reduce((changed, [from, to]) => changeField(changed, rowOf(changed, from), { path: to }), draft);

  test.each<[string, [string, string][], object[]]>([
    [
      "has its first and its last name",
      [
        ["a", "b"],
        ["b", "c"],
      ],
      [{ from: "a", to: "c" }],
    ],
    [
      "and was changed back is not renamed",
      [
        ["a", "b"],
        ["b", "a"],
      ],
      [],
    ],
    [
      "stays so when another is",
      [
        ["a", "b"],
        ["x", "y"],
      ],
      [
        { from: "a", to: "b" },
        { from: "x", to: "y" },
      ],
    ],
  ])("%s", (_, paths, renamed) => {
    const draft = renamedBy(addField(addField(of(), "a"), "x"), ...paths);
    const parts = partsOfDraft(changeField(draft, rowOf(draft, paths.at(-1)?.[1] ?? ""), { type: "integer" }));
    expect(parts.renamed).toEqual(renamed);
    expect(parts.transformation).not.toHaveProperty("renamed");
  });
});

test("fields that are taken away are not new", () => {
  const draft = hide(addField(of(), "a", "date"), { path: "b", type: "string" });
  expect(newFieldsOf(draft, [defined("x")])).toEqual([{ path: "a", type: "date" }]);
});

test.each([
  ["12", "integer", 12],
  ["12", "string", "12"],
  ["true", "boolean", true],
  ["no json", "integer", "no json"],
  ['{"a":1}', "object", { a: 1 }],
])("the default %s of the type %s", (text, type, value) => {
  expect(readDefault(text, type)).toEqual(value);
  expect(writeDefault(value)).toBe(text);
});
