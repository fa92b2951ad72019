import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { asElement } from "#server/testing/demo-product.ts";
import { anElement } from "#server/testing/elements.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { ENDPOINTS } from "./endpoints.ts";

let api: RunningApi;
let element: { authorization: string };
let ids: Record<string, string>;

beforeAll(async () => {
  api = await aRunningApi();
  const send = (path: string, body: object) => api.fetch(path, { as: api.as, method: "POST", body });
  const created = await send("/elements", anElement());
  const instance = await send("/instances", { name: "crm", element: { id: created.body.id } });
  const read = async (path: string) => (await api.fetch(path, { as: api.as })).body;
  ids = { organizationId: (await read("/organizations/me")).id, accountId: (await read("/accounts"))[0].id };
  element = asElement(api.as, instance.body.token);
});
afterAll(() => api.close());

const lists = ENDPOINTS.filter(
  ({ method, paged, reply }) => method === "GET" && (paged || reply instanceof z.ZodArray),
);
const filled = (path: string) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "1");
const get = (path: string, auth: string, where: string) =>
  api.fetch(`${filled(path)}?where=${encodeURIComponent(where)}`, { as: auth === "element" ? element : api.as });

test("every list filters by `where`, or refuses it", async () => {
  expect(lists.length).toBeGreaterThan(100);
  for (const { path, auth } of lists) {
    const { status, body } = await get(path, auth, "no_such_column='x'");
    expect([path, status, body.message]).toEqual([path, 400, expect.stringMatching(/^where: /)]);
  }
});

test("a list that cannot be filtered by conditions names its parameters", async () => {
  const { body } = await get("/instances", "platform", "name='x'");
  expect(body.message).toMatch(/^where: this list cannot be filtered by conditions\. Its parameters are .*tags\[\]/);
  expect((await get("/formulas/1/steps", "platform", "x")).body.message).toContain("Send the request without it.");
});

test("an empty `where` is none, and what is no list may have any query", async () => {
  expect((await get("/instances", "platform", "")).status).toBe(200);
  expect((await get("/customers/me", "platform", "x")).body.message).not.toContain("where");
});

test.each([
  ["/elements", "key = 'x'"],
  ["/elements", "private='true' AND abridged='true' AND key in ('a','b')"],
  ["/elements", "extended='true'"],
  ["/vdrs", "objectName in ('a','b')"],
  ["/common-resources", "objectName = 'a'"],
  ["/formulas", "name in ('a','b')"],
  ["/accounts", "name='x'"],
  ["/organizations/{organizationId}/accounts", "name='x'"],
  ["/users", "email='x@example.com'"],
  ["/organizations/users", "email='x@example.com'"],
  ["/accounts/{accountId}/users", "active='true'"],
  ["/notifications/subscriptions/deliveries", "channel='webhook' and status='queued' and config.url='https://x'"],
])("GET %s takes where=%s", async (path, where) => {
  expect((await get(path, "platform", where)).status).toBe(200);
});

test("common resources are listed by their names", async () => {
  const body = { fields: [{ path: "id", type: "string" }] };
  for (const name of ["a", "b", "c"])
    await api.fetch(`/organizations/objects/${name}/definitions`, { as: api.as, method: "POST", body });
  const namesOf = async (where: string) =>
    (await get("/vdrs", "platform", where)).body.map(({ objectName }: { objectName: string }) => objectName);
  expect(await namesOf("objectName in ('a','b','x')")).toEqual(["a", "b"]);
  expect(await namesOf("objectName in ('a','b') and name = 'b'")).toEqual(["b"]);
  expect(await namesOf("objectName='x'")).toEqual([]);
});
