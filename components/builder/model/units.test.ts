import { describe, expect, test } from "vitest";
import { clashesOf, mergeUnits } from "../../drafts/merge-units.ts";
import { changesBetween, elementOf, sameUnit, unitsOf } from "./units.ts";

const base = {
  name: "Acme",
  authentication: { type: "basic" },
  configuration: [{ key: "base.url", defaultValue: "https://acme.test" }],
  resources: [
    { id: 1, method: "GET", path: "/hubs/crm/contacts", vendorPath: "/people" },
    { id: 2, method: "POST", path: "/contacts", vendorPath: "/people" },
  ],
};

test("an element consists of its units", () => {
  expect([...unitsOf(base).keys()]).toEqual([
    "setting:name",
    "setting:authentication",
    "configuration:base.url",
    "resources:GET /contacts",
    "resources:POST /contacts",
  ]);
  expect(elementOf([...unitsOf(base).values()])).toEqual(base);
});

test("units of the same name have different ids", () => {
  const hooks = [
    { type: "preRequest", body: "a" },
    { type: "preRequest", body: "b" },
  ];
  expect([...unitsOf({ hooks }).keys()]).toEqual(["hooks:preRequest", "hooks:preRequest#2"]);
});

describe("changes", () => {
  test("are added, removed and changed units with the fields that differ", () => {
    const after = {
      ...base,
      name: "Acme CRM",
      resources: [{ id: 9, method: "GET", path: "/contacts", vendorPath: "/persons" }],
      objects: [{ name: "contacts" }],
    };
    expect(changesBetween(base, after)).toEqual([
      {
        id: "setting:name",
        kind: "setting",
        name: "name",
        what: "changed",
        details: [{ name: "", before: "Acme", after: "Acme CRM" }],
      },
      {
        id: "resources:GET /contacts",
        kind: "resources",
        name: "GET /contacts",
        what: "changed",
        details: [
          { name: "path", before: "/hubs/crm/contacts", after: "/contacts" },
          { name: "vendorPath", before: "/people", after: "/persons" },
        ],
      },
      { id: "objects:contacts", kind: "objects", name: "contacts", what: "added", details: [] },
      { id: "resources:POST /contacts", kind: "resources", name: "POST /contacts", what: "removed", details: [] },
    ]);
  });

  test("ids alone are no change", () =>
    expect(changesBetween(base, { ...base, resources: base.resources.map(({ id: _, ...rest }) => rest) })).toEqual([]));
});

describe("merging", () => {
  const [get, post] = base.resources;
  const mine = { ...base, name: "Mine", resources: [{ ...get, vendorPath: "/mine" }, post] };
  const theirs = { ...base, name: "Theirs", description: "theirs", resources: [get] };
  const fork = { base: unitsOf(base), mine: unitsOf(mine), theirs: unitsOf(theirs) };

  test("only what both changed differently is a conflict", () =>
    expect(clashesOf(fork, sameUnit)).toEqual(["setting:name"]));

  test.each([
    [{}, "Mine"],
    [{ "setting:name": "theirs" as const }, "Theirs"],
  ])("by the choice %j the name is %s, and what one side changed is taken from it", (choices, name) =>
    expect(elementOf(mergeUnits(fork, sameUnit, choices))).toEqual({
      ...base,
      name,
      description: "theirs",
      resources: [{ ...get, vendorPath: "/mine" }],
    }),
  );
});
