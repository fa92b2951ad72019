import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { sendAsScreen } from "#server/testing/screens.ts";
import { ENDPOINTS } from "../endpoints.ts";

let api: TestApi;
let token: string;

beforeAll(async () => {
  api = await anApi();
  registerApp(api.app);
  const { designer } = await anOrganization(api.app);
  ({ token } = await createSession({ username: designer.email, password: designer.password }));
  const model = {
    name: "contact",
    swagger: {
      contact: {
        properties: { id: { type: "integer" }, name: { type: "string" }, tags: { type: "array", items: {} } },
      },
      contacts: { type: "array", items: { type: "contact" } },
    },
    requestName: "contactPost",
    requestSwagger: {
      contactPost: {
        required: ["name"],
        properties: {
          stage: { type: "string", enum: ["lead", "customer"] },
          address: { properties: { city: { type: "string" } } },
          name: { type: "string" },
        },
      },
    },
  };
  const parameter = (name: string, type: string) => ({ name, type, vendorName: name, vendorType: type });
  await api.fetch("/elements", {
    as: designer,
    method: "POST",
    body: {
      ...{ name: "Explored", key: "explored", description: "x", hub: "crm", authentication: { type: "custom" } },
      resources: [
        {
          ...{ path: "/contacts", method: "GET", vendorPath: "/contacts", description: "List contacts" },
          ...{ model: { ...model, name: "contacts" }, parameters: [parameter("where", "query")] },
        },
        {
          ...{ path: "/contacts", method: "POST", vendorPath: "/contacts", model },
          parameters: [parameter("body", "body"), parameter("X-Trace", "header")],
        },
      ],
    },
  });
});
afterAll(() => api.close());

const read = async (path: string, input: object) => (await sendAsScreen(token, `explorer.${path}`, input)).result.data;

test("the platform has the operations of all endpoints, each with a form", async () => {
  const operations = (await read("operations", {})) as { id: string; method: string; path: string }[];
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    ENDPOINTS.map(({ method, path }) => `${method} ${path}`).sort(),
  );
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  expect(await read("operation", { operationId: "getFormulas" })).toMatchObject({
    credentials: "platform",
    isPaged: true,
    inputs: expect.arrayContaining([expect.objectContaining({ name: "pageSize", place: "query" })]),
  });
  const { fields } = await read("operation", { operationId: "postFormulas" });
  expect(fields[0]).toMatchObject({ name: "name", isRequired: true, control: "text" });
});

describe.each([
  ["hub", { hubKey: "crm" }],
  ["element", { elementKey: "explored" }],
])("the API of one %s", (_, source) => {
  test("has the element's operations with the hub", async () => {
    expect(await read("operations", source)).toMatchObject([
      { method: "GET", path: "/hubs/crm/contacts", group: "contacts", summary: "List contacts" },
      { method: "POST", path: "/hubs/crm/contacts" },
    ]);
  });

  test("a list is paged, and searched by the plain fields of its objects", async () => {
    expect(await read("operation", { ...source, operationId: "getContacts" })).toMatchObject({
      credentials: "element",
      isPaged: true,
      inputs: [{ name: "where" }, { name: "pageSize" }],
      columns: [
        { name: "id", kind: "number" },
        { name: "name", kind: "text" },
      ],
    });
  });

  test("a body is a form of its model, required fields first", async () => {
    const { inputs, fields, takesBody } = await read("operation", { ...source, operationId: "createContact" });
    expect(takesBody).toBe(true);
    expect(inputs).toMatchObject([{ name: "X-Trace", place: "header" }]);
    expect(fields).toMatchObject([
      { name: "name", isRequired: true, control: "text" },
      { name: "stage", control: "choice", options: ["lead", "customer"] },
      { name: "address", control: "object", fields: [{ path: ["address", "city"] }] },
    ]);
  });

  test("its description is a file, and an unknown operation is refused", async () => {
    expect(await read("document", source)).toMatchObject({ document: { swagger: "2.0" } });
    const { error } = await sendAsScreen(token, "explorer.operation", { ...source, operationId: "nothing" });
    expect(error.data.status).toBe(404);
  });
});
