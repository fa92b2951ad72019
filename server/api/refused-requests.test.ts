import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asElement } from "#server/testing/demo-product.ts";
import { anElement } from "#server/testing/elements.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { ENDPOINTS } from "./endpoints.ts";

const TEXT = "Invalid Organization or User secret, or invalid Element token provided.";

let api: RunningApi;
let live: { id: number; as: { authorization: string } };
let deleted: typeof live;

beforeAll(async () => {
  api = await aRunningApi();
  const element = await api.fetch("/elements", { as: api.as, method: "POST", body: anElement() });
  const connect = async (name: string) => {
    const body = { name, element: { id: element.body.id } };
    const { body: instance } = await api.fetch("/instances", { as: api.as, method: "POST", body });
    return { id: instance.id, as: asElement(api.as, instance.token) };
  };
  [live, deleted] = [await connect("live"), await connect("deleted")];
  expect((await api.fetch("/ping", { as: deleted.as })).status).toBe(200);
  await api.fetch(`/instances/${deleted.id}`, { as: api.as, method: "DELETE" });
});
afterAll(() => api.close());

describe("401 has one text", () => {
  test("for every endpoint that takes a token, if its element instance was deleted", async () => {
    const found = ENDPOINTS.filter(({ auth, method, body }) => auth === "element" && (method === "GET" || !body));
    const refused: string[] = [];
    for (const { method, path } of found) {
      const { status, body } = await api.fetch(path.replaceAll(/\{\w+\}/g, "1"), { as: deleted.as, method });
      if (status !== 401) continue;
      refused.push(path);
      expect([path, body.message]).toEqual([path, TEXT]);
    }
    expect(refused.length).toBeGreaterThan(15);
  });

  test.each([
    ["GET", "/hubs/crm/contacts"],
    ["GET", "/contacts"],
    ["GET", "/objects"],
    ["POST", "/hubs/crm/bulk/query?q=select * from contacts"],
    ["GET", "/instances/docs"],
  ])("%s %s with the token of a deleted element instance", async (method, path) => {
    const { status, body } = await api.fetch(path, { as: deleted.as, method });
    expect([status, body.message]).toEqual([401, TEXT]);
  });

  test.each(["", "User x", "User x, Organization y", "User x, Element y"])("with Authorization: %s", async (given) => {
    const as = given === "" ? {} : { as: { authorization: given } };
    for (const path of ["/instances", "/contacts", "/elements/1/oauth/url?oauthProxyName=x"]) {
      const { status, body } = await api.fetch(path, as);
      if (path !== "/elements/1/oauth/url?oauthProxyName=x" || status === 401)
        expect([path, status, body.message]).toEqual([path, 401, TEXT]);
    }
  });
});

describe("elements-element-instance-id", () => {
  test.each<[string, string, string, number, Record<string, string>?]>([
    ["a response", "GET", "/ping", 200],
    ["an unknown path", "GET", "/hubs/crm/a/b/c/d/e", 404],
    ["another method", "DELETE", "/hubs/crm/ping", 405],
    ["a query that cannot be read", "GET", "/query?q=x", 400],
    ["a path with a control character", "GET", "/hubs/crm/contacts/%00", 400],
    ["a type that cannot be sent", "POST", "/contacts", 406, { accept: "text/xml" }],
    ["a job of the element instance", "GET", "/hubs/crm/bulk/1/status", 404],
  ])("is in the headers of %s", async (_, method, path, status, headers) => {
    const reply = await api.fetch(path, { as: live.as, method, ...(headers && { headers }) });
    expect([reply.status, reply.headers.get("elements-element-instance-id")]).toEqual([status, String(live.id)]);
  });
});
