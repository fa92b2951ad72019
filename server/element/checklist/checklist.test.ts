import { expect, test } from "vitest";
import { type Element, elementSchema } from "../shape.ts";
import { checklistOf } from "./checklist.ts";
import type { Fix } from "./checklist-rule.ts";
import { plural, singular } from "./plural.ts";
import { CHECKLIST } from "./registry.ts";

const described = (name: string, fields: object = {}) => ({
  name,
  vendorName: name,
  type: "query",
  vendorType: "query",
  description: "What it means",
  ...fields,
});
const list = (path: string, fields: object = {}) => ({
  method: "GET",
  path,
  vendorPath: path,
  description: "List them",
  parameters: [described("page")],
  ...fields,
});
const record = (path: string, fields: object = {}) => ({
  ...{ method: "GET", path, vendorPath: path, description: "Get one", parameters: [], ...fields },
});
const element = (fields: object) =>
  elementSchema.parse({ name: "x", key: "x", description: "x", authentication: { type: "custom" }, ...fields });

/** A resource that stores a value of its response in the connection. */
const login = (fields: object = {}, name = "session.token") => ({
  ...{ type: "onProvision", method: "POST", path: "/login", vendorPath: "/login" },
  parameters: [{ name, type: "configuration", vendorName: "token", vendorType: "bodyField", source: "response" }],
  ...fields,
});
const refreshing = login({ type: "oauthOnTokenRefresh", path: "/again" });
const BASIC = { authentication: { type: "basic" } };
const OAUTH2 = { authentication: { type: "oauth2" } };

/** An element that follows all conventions but one, and how the finding is mended; null where the author must decide. */
const ODD: Record<string, [fields: object, path: string, fixed: string | null]> = {
  pluralNames: [{ resources: [record("/contact/{id}")] }, "resources.0.path", "/contacts/{id}"],
  dashedNames: [{ resources: [list("/hubs/crm/customFields_old")] }, "resources.0.path", "/hubs/crm/custom-fields-old"],
  camelCaseParameters: [
    { resources: [record("/contacts/{contact_id}", { parameters: [described("contact_id", { type: "path" })] })] },
    "resources.0.parameters.0.name",
    "contactId",
  ],
  descriptions: [
    { resources: [record("/contacts/{id}", { description: "Delete a contact" })] },
    "resources.0.description",
    "Get a contact",
  ],
  parameterDescriptions: [
    { resources: [list("/contacts", { parameters: [described("page"), described("q", { description: " " })] })] },
    "resources.0.parameters.1.description",
    null,
  ],
  listPaging: [{ resources: [list("/contacts", { parameters: [] })] }, "resources.0", null],
  objectIds: [{ objects: [{ name: "contacts", fields: [{ name: "Id" }] }] }, "objects.0.primaryKeyName", "Id"],
  objectDates: [
    { objects: [{ name: "contacts", primaryKeyName: "id", fields: [{ name: "modifiedAt", type: "dateTime" }] }] },
    "objects.0.updatedDateName",
    "modifiedAt",
  ],
  creationDates: [
    {
      configuration: [
        {
          key: "event.poller.configuration",
          name: "Polling",
          description: "What is polled",
          defaultValue: JSON.stringify({
            contacts: { url: "/contacts", idField: "id", datesConfiguration: { updatedDateField: "modified" } },
            deals: { url: "/deals", idField: "id", datesConfiguration: { createdDateField: "created" } },
          }),
        },
      ],
    },
    "configuration.0.defaultValue",
    null,
  ],
  errorMapping: [
    { resources: [list("/contacts", { vendorPath: "/api" }), list("/deals", { vendorPath: "/api" })] },
    "hooks",
    null,
  ],
  addresses: [
    { configuration: [{ key: "base.url", name: "Base", description: "Base", defaultValue: "not a url {x" }] },
    "configuration.0.defaultValue",
    null,
  ],
  checkedCredentials: [{ authentication: { type: "basic" } }, "resources", null],
  renewedLogins: [{ resources: [login()] }, "resources.0", null],
};

test.each<[string, object, string | null]>([
  ["a login again", { resources: [login(), login({ type: "onRefresh", path: "/again" })] }, null],
  ["a token exchange by the element", { resources: [login({ type: "oauthOnTokenExchange" })] }, "onRefresh"],
  ["a value that is no secret", { resources: [login({}, "companyId")] }, null],
  ["another type of authentication", { ...BASIC, resources: [login()] }, "oauthOnTokenRefresh"],
  ["a resource that refreshes for any type", { ...BASIC, resources: [login(), refreshing] }, null],
  ["no token URL", { ...OAUTH2, resources: [login({ type: "oauthOnTokenExchange" })] }, "set oauth.token.refresh_url"],
  [
    "no token URL, but a resource",
    { ...OAUTH2, resources: [login({ type: "oauthOnTokenExchange" }), refreshing] },
    null,
  ],
  [
    "a token URL",
    {
      ...OAUTH2,
      resources: [login({ type: "oauthOnTokenExchange" })],
      configuration: [{ key: "oauth.token.url", name: "Token URL", description: "x", defaultValue: "https://x.test" }],
    },
    null,
  ],
  ["OAuth without resources", OAUTH2, null],
])("a login with %s is renewed or reported", (_, fields, advice) => {
  const found = checklistOf(element(fields)).filter(({ rule }) => rule === "renewedLogins");
  expect(found.map(({ message }) => message)).toEqual(advice === null ? [] : [expect.stringContaining(advice)]);
});

test.each<[object, number]>([
  [{ authentication: { type: "oauth2" } }, 0],
  [{ authentication: { type: "awsv4" } }, 1],
  [{ configuration: [{ key: "token", name: "Token", description: "Token", type: "PASSWORD" }] }, 1],
  [{ authentication: { type: "basic" }, resources: [record("/me", { type: "provisionAuthValidation" })] }, 0],
  [{ authentication: { type: "basic" }, resources: [record("/me", { type: "onProvision" })] }, 0],
])("credentials of %j that nothing checks: %i", (fields, count) => {
  const found = checklistOf(element(fields)).filter(({ rule }) => rule === "checkedCredentials");
  expect(found).toHaveLength(count);
});

test("every convention has an element that breaks it", () => {
  expect(Object.keys(ODD)).toEqual(CHECKLIST.map(({ rule }) => rule));
});

test.each(Object.entries(ODD))(
  "%s is the only finding, and is gone once it is fixed",
  (rule, [fields, path, fixed]) => {
    const odd = element(fields);
    const findings = checklistOf(odd);
    expect(findings.map((found) => [found.rule, found.path.join(".")])).toEqual([[rule, path]]);
    const fix = findings[0]?.fix;
    if (fixed === null) return expect(fix).toBeUndefined();
    expect(fix?.[0]?.value).toBe(fixed);
    expect(checklistOf(applied(odd, fix ?? []))).toEqual([]);
  },
);

function applied(to: Element, fix: Fix): Element {
  const copy = structuredClone(to);
  for (const { path, value } of fix) {
    const last = path.at(-1) ?? "";
    // biome-ignore lint/suspicious/noExplicitAny: a path leads anywhere.
    const parent = path.slice(0, -1).reduce<any>((inner, key) => inner[key], copy);
    parent[last] = value;
  }
  return elementSchema.parse(copy);
}

test("a parameter of a path is renamed in the path as well", () => {
  const [found] = checklistOf(element(ODD.camelCaseParameters?.[0] ?? {}));
  expect(found?.fix).toContainEqual({ path: ["resources", 0, "path"], value: "/contacts/{contactId}" });
});

test.each<[string, object]>([
  ["a resource without a collection", list("/me")],
  [
    "a header with dashes",
    list("/contacts", { parameters: [described("page"), described("X-Own_Header", { type: "header" })] }),
  ],
  [
    "a parameter of the configuration",
    list("/contacts", {
      parameters: [described("page"), described("api_key", { type: "configuration", description: "" })],
    }),
  ],
  ["a resource that applications do not see", list("/onDelete", { type: "onDelete", description: "", parameters: [] })],
  [
    "a list that the provider has as a whole",
    list("/contacts", { parameters: [], paginationType: "VENDOR_NOT_SUPPORTED" }),
  ],
  ["a description in other words", record("/contacts/{id}", { description: "One contact with its addresses" })],
  ["a search by POST", { ...list("/contacts/search"), method: "POST", description: "Search contacts" }],
])("%s is fine", (_, resource) => {
  expect(checklistOf(element({ resources: [resource] }))).toEqual([]);
});

test("an object with several methods at one address is fine", () => {
  const added = { ...list("/contacts"), method: "POST", description: "Add one", parameters: [] };
  expect(checklistOf(element({ resources: [list("/contacts"), added] }))).toEqual([]);
});

test.each([
  ["contact", "contacts"],
  ["company", "companies"],
  ["box", "boxes"],
  ["address", "addresses"],
  ["person", "people"],
  ["custom-field", "custom-fields"],
  ["day", "days"],
])("%s in the plural is %s, and back", (one, many) => {
  expect([plural(one), plural(many), singular(many)]).toEqual([many, many, one]);
});
