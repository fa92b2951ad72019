import { describe, expect, test } from "vitest";
import { groupsOf, keptPath, matching, operationsOf, withRenamedChains } from "./operations.ts";

const resource = (method: string, path: string, rest: object = {}) => ({ method, path, vendorPath: path, ...rest });
const draft = {
  resources: [
    resource("GET", "/onProvision", { type: "onProvision" }),
    resource("GET", "/hubs/crm/contacts/{id}", { hooks: [{}], nextResource: "" }),
    resource("post", "/contacts", { nextResource: "GET:/contacts/{contactId}" }),
    resource("GET", "/contacts", { paginationType: "VENDOR_NOT_SUPPORTED", type: "apiNoDocumentation" }),
    resource("GET", "/contacts/{id}/notes", { type: "unknown" }),
  ],
};

test("operations are grouped by their object; those that run by themselves come last", () =>
  expect(
    groupsOf(operationsOf(draft)).map(({ name, operations }) => [
      name,
      operations.map((one) => `${one.method} ${one.path}`),
    ]),
  ).toEqual([
    ["contacts", ["GET /contacts", "GET /contacts/{id}", "POST /contacts"]],
    ["contactsNotes", ["GET /contacts/{id}/notes"]],
    [null, ["GET /onProvision"]],
  ]));

test("marks say what an operation has", () =>
  expect(operationsOf(draft).map(({ marks }) => marks)).toEqual([
    [],
    ["hooked"],
    ["chained"],
    ["unpaged", "undocumented"],
    [],
  ]));

test("an operation that did not change is the same object", () => {
  const [, ...others] = operationsOf(draft);
  const changed = { resources: [resource("GET", "/other"), ...draft.resources.slice(1)] };
  const [, ...same] = operationsOf(changed);
  expect(same.every((operation, at) => operation === others[at])).toBe(true);
});

test.each([
  ["contacts", 4],
  ["get contacts {id}", 2],
  ["POST", 1],
  ["onprovision", 1],
  ["invoices", 0],
])("the search for %j finds %i", (search, count) => expect(matching(operationsOf(draft), search)).toHaveLength(count));

test.each([
  ["/people", "/hubs/crm/contacts", "/hubs/crm/people"],
  ["/hubs/erp/people", "/hubs/crm/contacts", "/hubs/erp/people"],
  ["people", "/hubs/crm/contacts", "people"],
  ["/people", "/contacts", "/people"],
])("%s in place of %s is kept as %s", (path, before, kept) => expect(keptPath(path, before)).toBe(kept));

describe("a renamed operation", () => {
  const [before, after] = [
    { method: "GET", path: "/contacts/{id}" },
    { method: "GET", path: "/people/{id}" },
  ];

  test("keeps its place in chains", () => {
    const renamed = { resources: draft.resources.with(1, resource("GET", "/hubs/crm/people/{id}")) };
    expect(withRenamedChains(renamed, before, after).resources).toEqual(
      renamed.resources.with(2, resource("post", "/contacts", { nextResource: "GET:/people/{id}" })),
    );
  });

  test("leaves chains alone that still find their operation", () =>
    expect(withRenamedChains(draft, before, after)).toBe(draft));
});
