import { describe, expect, test } from "vitest";
import { elementSchema } from "#server/element/shape.ts";
import { copyOf, KIND_NAMES, type NewResource, newOperations, parentsIn, withNewResource } from "./new-operations.ts";

const described: NewResource = {
  name: "contacts",
  vendorName: "people",
  parent: "",
  primaryKey: "id",
  createdKey: "created_at",
  updatedKey: "",
  kinds: ["list", "read", "create"],
};
const requests = (draft: object, of: NewResource) =>
  newOperations({ ...draft }, of).map(({ method, path, vendorPath }) => `${method} ${path} > ${vendorPath}`);

describe("the operations of a resource", () => {
  test.each<[string, object, Partial<NewResource>, string[]]>([
    [
      "follow its names",
      {},
      {},
      ["GET /contacts > /people", "GET /contacts/{id} > /people/{id}", "POST /contacts > /people"],
    ],
    [
      "have one name if the provider uses the same",
      {},
      { vendorName: "", kinds: ["list"] },
      ["GET /contacts > /contacts"],
    ],
    ["are found by slashes around the name", {}, { name: "/contacts/", kinds: ["list"] }, ["GET /contacts > /people"]],
    [
      "begin without a slash after a base URL that ends with one",
      { configuration: [{ key: "base.url", defaultValue: "https://acme.test/" }] },
      { kinds: ["list"] },
      ["GET /contacts > people"],
    ],
    [
      "leave out those that are there",
      { resources: [{ method: "GET", path: "/hubs/crm/contacts" }] },
      { kinds: ["list", "create"] },
      ["POST /contacts > /people"],
    ],
    [
      "of a child begin with a row of its parent",
      { resources: [{ method: "GET", path: "/users/{userId}", vendorPath: "/v2/users/{userId}?full=1" }] },
      { name: "tasks", vendorName: "todos", parent: "/users", kinds: ["list", "read"] },
      [
        "GET /users/{userId}/tasks > /v2/users/{userId}/todos",
        "GET /users/{userId}/tasks/{taskId} > /v2/users/{userId}/todos/{taskId}",
      ],
    ],
    [
      "of a child of a list have the id of its row",
      { resources: [{ method: "GET", path: "/users", vendorPath: "/v2/users" }] },
      { name: "categories", vendorName: "", parent: "/users", kinds: ["read"] },
      ["GET /users/{id}/categories/{categoryId} > /v2/users/{id}/categories/{categoryId}"],
    ],
  ])("%s", (_, draft, change, expected) => expect(requests(draft, { ...described, ...change })).toEqual(expected));

  test("have the parameters of their methods and can be published", () => {
    const draft = withNewResource(
      { name: "Acme", description: "", authentication: { type: "basic" } },
      { ...described, kinds: KIND_NAMES },
    );
    const { resources } = elementSchema.parse(draft);
    expect(resources.map(({ method, parameters }) => [method, parameters.map(({ name }) => name)])).toEqual([
      ["GET", ["where", "page", "pageSize"]],
      ["GET", ["id"]],
      ["POST", ["body"]],
      ["PATCH", ["id", "body"]],
      ["PUT", ["id", "body"]],
      ["DELETE", ["id"]],
    ]);
  });
});

describe("the object of a resource", () => {
  test("is added with its keys", () =>
    expect(withNewResource({}, described).objects).toEqual([
      { name: "contacts", vendorName: "people", primaryKeyName: "id", createdDateName: "created_at" },
    ]));

  test("keeps what it has", () =>
    expect(
      withNewResource({ objects: [{ name: "contacts", vendorName: "humans", fields: [{ name: "a" }] }] }, described)
        .objects,
    ).toEqual([
      {
        name: "contacts",
        vendorName: "humans",
        primaryKeyName: "id",
        createdDateName: "created_at",
        fields: [{ name: "a" }],
      },
    ]));

  test("of a child is named after both", () =>
    expect(withNewResource({}, { ...described, name: "notes", parent: "/contacts" }).objects).toMatchObject([
      { name: "contactsNotes" },
    ]));
});

test("parents are the lists of the draft", () =>
  expect(
    parentsIn({
      resources: [{ path: "/users" }, { path: "/users/{id}" }, { path: "/hubs/crm/users/{id}/tasks" }, { path: "" }],
    }),
  ).toEqual(["/users", "/users/{id}/tasks"]));

test("a copy has a path and parts of its own, and everything else", () => {
  const original = {
    id: 1,
    method: "GET",
    path: "/hubs/crm/contacts/{id}",
    operationId: "getContact",
    unknown: { kept: true },
    parameters: [{ id: 2, name: "id" }],
    hooks: [{ id: 3, type: "preRequest" }],
  };
  expect(copyOf({ resources: [original] }, 0)).toEqual({
    method: "GET",
    path: "/hubs/crm/contacts_copy/{id}",
    unknown: { kept: true },
    parameters: [{ name: "id" }],
    hooks: [{ type: "preRequest" }],
  });
});
