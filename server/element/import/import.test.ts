import { describe, expect, test } from "vitest";
import { prepareElement } from "../definition/prepare.ts";
import type { PreparedElement } from "../definition/prepared.ts";
import { elementSchema } from "../shape.ts";
import { type ChosenOperation, compareImport, type ImportChoice } from "./compare-import.ts";
import { importedElement } from "./imported-element.ts";
import { mergeImport } from "./merge-import.ts";

type Fields = Record<string, unknown>;

const resource = (vendorPath: string, fields: Fields = {}) => ({
  ...{ method: "GET", path: vendorPath, vendorPath, description: vendorPath },
  ...fields,
});
const anElement = (fields: Fields = {}) => ({
  ...{ name: "Weather", key: "weather", description: "", hub: "general" },
  authentication: { type: "basic" },
  ...fields,
});
const stored = (fields: Fields): PreparedElement =>
  prepareElement(elementSchema.parse(anElement(fields)), { elementId: 7 });
const converted = (fields: Fields) => importedElement(anElement(fields), "general");

const HOOK = { type: "preRequest", body: "done(request_vendor_headers);" };
const ONE = resource("/winds", { hooks: [HOOK] });
const EDITED = { ...ONE, description: "Edited by hand" };
const LATER = { ...ONE, description: "Changed by the provider" };

describe("an operation", () => {
  const rows = (base: Fields[] | undefined, current: Fields[], imported: Fields[]) =>
    compareImport({
      base: base && converted({ resources: base }),
      current: stored({ resources: current }),
      imported: converted({ resources: imported }),
    }).map(({ state, isEdited, choice }) => [state, isEdited ? "edited" : "", choice]);

  test.each<[string, Fields[] | undefined, Fields[], Fields[], unknown[]]>([
    ["that only the file has is added", [], [], [ONE], ["new", "", "imported"]],
    ["that was left out stays away", [ONE], [], [ONE], ["new", "edited", "current"]],
    ["that was left out stays away though the file changed", [ONE], [], [LATER], ["new", "edited", "current"]],
    ["that is the same is unchanged", [ONE], [ONE], [ONE], ["unchanged", "", "current"]],
    ["that both changed alike is unchanged", [ONE], [LATER], [LATER], ["unchanged", "", "current"]],
    ["that the file changed is replaced", [ONE], [ONE], [LATER], ["changed", "", "imported"]],
    ["that was changed by hand stays", [ONE], [EDITED], [ONE], ["changed", "edited", "current"]],
    ["that both changed is a conflict", [ONE], [EDITED], [LATER], ["changed", "edited", null]],
    ["that the file lacks is removed", [ONE], [ONE], [], ["removed", "", "imported"]],
    ["that the file lacks and a hand changed is a conflict", [ONE], [EDITED], [], ["removed", "edited", null]],
    ["of an element without an import stays", undefined, [ONE], [], ["removed", "", "current"]],
    ["that differs without an import before is a conflict", undefined, [EDITED], [ONE], ["changed", "", null]],
  ])("%s", (_, base, current, imported, row) => expect(rows(base, current, imported)).toEqual([row]));

  test("that was added by hand concerns no import", () => {
    expect(rows([ONE], [ONE, resource("/rains")], [ONE])).toEqual([["unchanged", "", "current"]]);
  });

  test("that was copied by hand leaves the original to the import", () => {
    const copy = { ...EDITED, path: "/winds_copy" };
    expect(rows([ONE], [ONE, copy], [LATER])).toEqual([["changed", "", "imported"]]);
  });

  test("is the same under another hub", () => {
    const current = stored({ hub: "crm", resources: [ONE] });
    const [row] = compareImport({ base: undefined, current, imported: converted({ resources: [ONE] }) });
    expect(row?.state).toBe("unchanged");
  });
});

describe("the element after an import", () => {
  const merge = (base: Fields | undefined, current: Fields, imported: Fields, choice?: ImportChoice) => {
    const sides = { base: base && converted(base), current: stored(current), imported: converted(imported) };
    const chosen = compareImport(sides).map(
      (row): ChosenOperation => ({ ...row, choice: choice ?? row.choice ?? "current" }),
    );
    return mergeImport(sides, chosen);
  };
  const entry = (key: string, defaultValue: string) => ({ key, name: key, description: key, defaultValue });

  test("keeps the ids of replaced resources, in their order, and adds new ones at the end", () => {
    const current = { resources: [resource("/rains"), ONE] };
    const { resources } = merge({ resources: [ONE] }, current, { resources: [LATER, resource("/suns")] });
    const before = stored(current).resources;
    expect(resources.map(({ id, description }) => [id, description])).toEqual([
      [before[0]?.id, "/rains"],
      [before[1]?.id, LATER.description],
      [undefined, "/suns"],
    ]);
  });

  test.each<[ImportChoice, string[]]>([
    ["imported", [LATER.description]],
    ["current", [EDITED.description, "/rains"]],
  ])("has the chosen side of each operation: %s", (choice, descriptions) => {
    const both = [ONE, resource("/rains")];
    const { resources } = merge({ resources: both }, { resources: [EDITED, both[1]] }, { resources: [LATER] }, choice);
    expect(resources.map(({ description }) => description)).toEqual(descriptions);
  });

  test.each<[string, Fields[] | undefined, Fields[], Fields[], string[]]>([
    ["new entries are added", [], [], [entry("region", "eu")], ["region=eu"]],
    ["entries that only the file changed follow it", [entry("a", "1")], [entry("a", "1")], [entry("a", "2")], ["a=2"]],
    ["entries changed by hand stay", [entry("a", "1")], [entry("a", "own")], [entry("a", "2")], ["a=own"]],
    ["entries that the file lacks go", [entry("a", "1")], [entry("a", "1")], [], []],
    ["entries removed by hand stay away", [entry("a", "1")], [], [entry("a", "2")], []],
    ["entries of an element without an import stay", undefined, [entry("a", "own")], [entry("a", "2")], ["a=own"]],
  ])("%s", (_, base, current, imported, expected) => {
    const merged = merge(base && { configuration: base }, { configuration: current }, { configuration: imported });
    const automatic = new Set(stored({}).configuration.map(({ key }) => key));
    const own = merged.configuration.filter(({ key }) => !automatic.has(key));
    expect(own.map(({ key, defaultValue }) => `${key}=${defaultValue}`)).toEqual(expected);
  });

  test("follows the authentication of the file unless it was changed by hand", () => {
    const oauth = { authentication: { type: "oauth2" } };
    expect(merge({}, {}, oauth).authentication.type).toBe("oauth2");
    expect(merge({}, { authentication: { type: "custom" } }, oauth).authentication.type).toBe("custom");
    expect(merge(undefined, {}, oauth).authentication.type).toBe("basic");
  });

  test("keeps its name, key, hub and unknown fields", () => {
    const current = { name: "Ours", key: "ours", hub: "crm", image: "sun.svg" };
    expect(merge({}, current, { name: "Theirs", resources: [ONE] })).toMatchObject(current);
  });
});
