import { describe, expect, test } from "vitest";
import { operationsOf } from "../model/operations.ts";
import { listAt, valueAt } from "../model/paths.ts";
import { POLLED_RESOURCES } from "../parts/events/polled-resources.ts";
import { type Seen, suggestionsFor } from "./response-suggestions.ts";

const parameter = (name: string, vendorName = name) => ({ name, vendorName, type: "query", vendorType: "query" });
const draftOf = (resource: object = {}, more: object = {}) => ({
  authentication: { type: "custom" },
  resources: [{ method: "GET", path: "/hubs/crm/contacts", vendorPath: "/people", ...resource }],
  ...more,
});
const suggest = (draft: ReturnType<typeof draftOf>, seen: Partial<Seen>) => {
  const [operation] = operationsOf(draft);
  if (!operation) throw new Error("The draft has no operation.");
  return suggestionsFor(draft, operation, { headers: {}, body: {}, returned: null, ...seen });
};
const resourceAfter = (draft: ReturnType<typeof draftOf>, seen: Partial<Seen>) =>
  valueAt(suggest(draft, seen)[0]?.draft, ["resources", 0]) as Record<string, unknown>;

describe("paging", () => {
  test.each<[string, Partial<Seen>, string, Record<string, unknown>]>([
    ["a link in the body", { body: { next: "https://api.test/people?p=2" } }, "nextPage", { nextPageKey: "next" }],
    [
      "a link header",
      { headers: { link: '<https://x.test>; rel="next"' } },
      "nextPage",
      { nextPageKey: "header:link" },
    ],
    [
      "a token in the body",
      { body: { meta: { next_cursor: "abc" } } },
      "nextToken",
      { nextPageKey: "meta.next_cursor" },
    ],
    [
      "a token in a header",
      { headers: { "X-Next-Page-Token": "abc" } },
      "nextToken",
      { nextPageKey: "header:X-Next-Page-Token" },
    ],
    ["an offset", { body: { paging: { offset: 0, limit: 20 } } }, "offset", {}],
    ["a page", { body: { current_page: 1, per_page: 20, total: 70 } }, "pages", {}],
  ])("%s is found", (_, seen, kind, fields) => {
    expect(suggest(draftOf(), seen)[0]?.kind).toBe(kind);
    expect(resourceAfter(draftOf(), seen)).toMatchObject(fields);
  });

  test("a token is sent under the name that it asks for, unless a parameter takes it", () => {
    const seen = { body: { next_cursor: "abc" } };
    expect(resourceAfter(draftOf(), seen).parameters).toMatchObject([parameter("nextPage", "cursor")]);
    const own = draftOf({ parameters: [parameter("nextPage", "from")] });
    expect(suggest(own, seen)[0]?.kind).toBe("nextPage");
    expect(resourceAfter(own, seen).parameters).toEqual([parameter("nextPage", "from")]);
  });

  test("numbers name the parameters; those that are set already stay", () => {
    const seen = { body: { paging: { offset: 0, limit: 20 } } };
    const given = draftOf({ parameters: [parameter("page"), parameter("pageSize", "max")] });
    expect(resourceAfter(given, seen).parameters).toEqual([parameter("page", "offset"), parameter("pageSize", "max")]);
    const entries = listAt(suggest(given, seen)[0]?.draft, ["configuration"]);
    expect(entries).toMatchObject([{ key: "pagination.type", defaultValue: "offset" }]);
    const zero = suggest(draftOf(), { body: { page: 0 } })[0]?.draft;
    expect(listAt(zero, ["configuration"])).toMatchObject([{ key: "pagination.page.startindex", defaultValue: "0" }]);
  });

  test("nothing is suggested for what is set, for a single record, or for other methods", () => {
    const seen = { body: { next: "https://api.test/people?p=2", offset: 0 } };
    expect(suggest(draftOf({ nextPageKey: "next" }), seen)).toEqual([]);
    expect(suggest(draftOf({ path: "/contacts/{id}" }), seen)).toEqual([]);
    expect(suggest(draftOf({ method: "POST" }), seen)).toEqual([]);
    const done = draftOf({ parameters: [parameter("page", "p"), parameter("pageSize", "s")] });
    expect(suggest(done, { body: { page: 1, limit: 20 } })).toEqual([]);
  });
});

describe("models", () => {
  const rows = [{ id: 1, name: "Ada" }];
  test("are made of what was returned and of what was sent", () => {
    const created = suggest(draftOf({ method: "POST" }), { sent: { name: "Ada" }, returned: { id: 1 } });
    expect(created.map(({ kind, values }) => [kind, values])).toEqual([
      ["newModel", { root: "contactsPostRequest", side: "request" }],
      ["newModel", { root: "contactsPostResponse", side: "response" }],
    ]);
    expect(valueAt(created[1]?.draft, ["resources", 0, "model"])).toMatchObject({
      name: "contactsPostResponse",
      swagger: { contactsPostResponse: { properties: { id: { type: "integer" } } } },
    });
  });

  test("get the fields that they lack, and lose none that the response does not have", () => {
    const swagger = { contact: { id: "contact", properties: { old: { type: "string" } } } };
    const [added] = suggest(draftOf({ path: "/contacts/{id}", model: { name: "contact", swagger } }), {
      returned: rows[0],
    });
    expect(added).toMatchObject({ kind: "changedModel", values: { root: "contact", count: 2 } });
    const properties = valueAt(added?.draft, ["resources", 0, "model", "swagger", "contact", "properties"]);
    expect(Object.keys(properties as object).sort()).toEqual(["id", "name", "old"]);
    expect(suggest(added?.draft as ReturnType<typeof draftOf>, { returned: rows[0] })).toEqual([]);
  });

  test("of a list are made of its rows alone", () => {
    const wrapped = { items: rows, total: 1 };
    const kinds = suggest(draftOf(), { body: wrapped, returned: wrapped }).map(({ kind }) => kind);
    expect(kinds).toEqual(["rootKey"]);
    expect(suggest(draftOf({ rootKey: "items" }), { body: wrapped, returned: rows })).toMatchObject([
      { kind: "newModel" },
    ]);
  });

  test("an empty list says nothing", () => expect(suggest(draftOf(), { returned: [] })).toEqual([]));
});

describe("polling", () => {
  const returned = [
    { id: 7, company_id: 1, lastModifiedDate: "2026-11-20T10:00:00Z", created_at: "2026-11-01T09:00:00Z" },
    { id: 8, company_id: 1, lastModifiedDate: null, created_at: "2026-11-02T09:00:00Z" },
  ];
  const polls = (map?: object) =>
    draftOf(
      { model: { name: "x", swagger: { x: { properties: {} } } } },
      {
        configuration: [
          { key: "event.vendor.type", defaultValue: "polling" },
          ...(map ? [{ key: "event.poller.configuration", defaultValue: JSON.stringify(map) }] : []),
        ],
      },
    );
  const polledIn = (draft: unknown) => listAt(POLLED_RESOURCES.read(draft as Record<string, unknown>), ["resources"]);
  const DATES = {
    updatedDateField: "lastModifiedDate",
    updatedDateFormat: "yyyy-MM-dd'T'HH:mm:ssXXX",
    createdDateField: "created_at",
    createdDateFormat: "yyyy-MM-dd'T'HH:mm:ssXXX",
  };
  const found = (draft: ReturnType<typeof draftOf>, rows: unknown = returned) =>
    suggest(draft, { returned: rows }).find(({ kind }) => kind === "polling");

  test("a new entry has the id and the dates of the rows", () => {
    const suggestion = found(polls());
    expect(suggestion?.values).toEqual({ name: "contacts", fields: "id, lastModifiedDate, created_at" });
    expect(polledIn(suggestion?.draft)).toEqual([
      { resource: "contacts", url: "/contacts", idField: "id", datesConfiguration: DATES },
    ]);
    expect(found(suggestion?.draft as ReturnType<typeof draftOf>)).toBeUndefined();
  });

  test("an entry gets what it lacks, and keeps what is right", () => {
    const url = "/hubs/crm/contacts?since=${date:yyyy}";
    const known = polls({ people: { url, idField: "gone", datesConfiguration: { createdDateField: "made" } } });
    expect(polledIn(found(known)?.draft)).toEqual(
      [
        {
          resource: "people",
          url,
          idField: "id",
          datesConfiguration: { ...DATES, createdDateField: "made", createdDateFormat: undefined },
        },
      ].map((entry) => JSON.parse(JSON.stringify(entry))),
    );
  });

  test("elements that do not poll, and rows without an id, get none", () => {
    expect(found(draftOf())).toBeUndefined();
    expect(found(polls(), [{ id: 1 }, { id: 1 }])).toBeUndefined();
    const inner = found(polls(), [{ properties: { uuid: "a", changed: 1763600000 } }]);
    expect(inner?.values.fields).toBe("properties.uuid, properties.changed");
  });
});
