import { afterAll, beforeAll, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
});
afterAll(() => api.close());

const send: TestApi["fetch"] = (path, request = {}) => api.fetch(path, { as: acme.administrator, ...request });

test("a product is created, read, listed, changed, replaced and deleted; its fields are returned", async () => {
  const { status, body } = await send("/element-products", {
    method: "POST",
    body: { id: 99, name: "CRM pack", elements: ["sfdc"], price: { amount: 3 } },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: expect.any(Number), name: "CRM pack", elements: ["sfdc"], price: { amount: 3 } });
  const path = `/element-products/${body.id}`;
  expect((await send(path)).body).toEqual(body);
  expect((await send("/element-products")).body).toEqual([body]);
  const changed = (await send(path, { method: "PATCH", body: { price: null } })).body;
  expect(changed).toMatchObject({ id: body.id, name: "CRM pack", elements: ["sfdc"], price: null });
  const replaced = (await send(path, { method: "PUT", body: { name: "Other" } })).body;
  expect(replaced).toEqual({
    ...body,
    elements: undefined,
    price: undefined,
    name: "Other",
    updatedDate: expect.any(String),
  });
  expect((await send(path, { method: "DELETE" })).status).toBe(200);
  for (const method of ["GET", "DELETE"]) expect((await send(path, { method })).status).toBe(404);
  expect((await send("/audit-logs")).body.map(({ action }: { action: string }) => action)).toEqual([
    "deleted",
    "updated",
    "updated",
    "created",
  ]);
});

test("a name may be left out, but is a text", async () => {
  const { status, body } = await send("/element-products", { method: "POST", body: { tier: 2 } });
  expect([status, body]).toEqual([200, expect.objectContaining({ name: "", tier: 2 })]);
  expect((await send("/element-products", { method: "POST", body: { name: {} } })).status).toBe(400);
});
