import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KEY_AREAS, KEY_SCOPES, type KeyScope } from "#server/account/api-key-scopes.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import type { AnyContract } from "./endpoint-contract.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { purposeOf } from "./key-areas.ts";

let api: TestApi;
let acme: TestOrganization;
let elementId: number;
let token: string;
/** A key of the administrator with exactly these scopes. */
const keys = new Map<string, string>();

beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
  const element = { name: "Keyed", description: "x", authentication: { type: "custom" } };
  const as = acme.administrator;
  elementId = (await api.fetch("/elements", { as, method: "POST", body: element })).body.id;
  await connect();
  for (const scope of KEY_SCOPES) keys.set(scope, await aKey([scope]));
  for (const area of KEY_AREAS)
    keys.set(`all but ${area}`, await aKey(KEY_SCOPES.filter((scope) => !scope.startsWith(`${area}:`))));
  keys.set("all", await aKey([...KEY_SCOPES]));
});
afterAll(() => api.close());

/** A new element instance: one of the requests deletes its own. */
async function connect(): Promise<void> {
  const body = { name: "i", element: { id: elementId } };
  token = (await api.fetch("/instances", { as: acme.administrator, method: "POST", body })).body.token;
}

async function aKey(scopes: KeyScope[], person: Person = acme.administrator): Promise<string> {
  const body = { name: scopes.join(" ").slice(0, 100), scopes };
  return (await api.fetch("/api-keys", { as: person, method: "POST", body })).body.key;
}

const headerOf = (key = "", last = `Organization ${acme.secret}`) => ({ authorization: `User ${key}, ${last}` });

/** Ids that nothing has, and bodies without fields: what is allowed does as little as possible. */
const send = ({ method, path, auth }: Pick<AnyContract, "method" | "path" | "auth">, key: string | undefined) =>
  api.fetch(path.replaceAll(/\{\w+\}/g, "999999"), {
    ...{ as: headerOf(key, auth === "element" ? `Element ${token}` : undefined), method },
    ...(method !== "GET" && { body: {} }),
  });

const SECURED = ENDPOINTS.filter(({ auth }) => auth !== "none" && auth !== "bearer");
const named = (list: AnyContract[]) => list.map((one) => [`${one.method} ${one.path}`, one] as const);
const REFUSAL = /^(?:This API key does not have the scope|No API key may do this)/;

describe("A30: an API key does only what its scopes cover", () => {
  test("requests to elements and formulas as resources have scopes, too", async () => {
    for (const [method, scope] of [
      ["GET", "requests:read"],
      ["POST", "requests:write"],
    ] as const) {
      const call = { method, path: "/hubs/general/things", auth: "element" } as const;
      expect((await send(call, keys.get("all but requests"))).body.message).toContain(scope);
      expect((await send(call, keys.get("requests:write"))).body.message).not.toMatch(REFUSAL);
    }
    const as = { authorization: `User ${keys.get("formulas:read")}, Organization ${acme.secret}` };
    expect((await api.fetch("/greet", { as })).body.message).toContain("formulas:write");
    const both = headerOf(keys.get("formulas:read"), `Organization ${acme.secret}, Element ${token}`);
    expect((await api.fetch("/formulas", { as: both })).status).toBe(200);
  });

  test.each(named(SECURED.filter((one) => purposeOf(one).area)))("%s", async (_, endpoint) => {
    const { area, writes } = purposeOf(endpoint);
    if (endpoint.auth === "element") await connect();
    const refused = [keys.get(`all but ${area}`), ...(writes ? [keys.get(`${area}:read`)] : [])];
    for (const key of refused) {
      const reply = await send(endpoint, key);
      expect([reply.status, reply.body?.message]).toEqual([403, expect.stringMatching(REFUSAL)]);
      expect(reply.body.message).toContain(`${area}:${writes ? "write" : "read"}`);
    }
    for (const key of [keys.get(`${area}:write`), ...(writes ? [] : [keys.get(`${area}:read`)])])
      expect((await send(endpoint, key)).body?.message ?? "").not.toMatch(REFUSAL);
  });

  test("no endpoint is without an area, except those that no key may use", () => {
    const closed = SECURED.filter((one) => !purposeOf(one).area).map(({ tags: [tag] }) => tag);
    expect([...new Set(closed)].sort()).toEqual(["API keys", "Authentication"]);
  });

  test.each(named(SECURED.filter((one) => !purposeOf(one).area)))("no key may use %s", async (_, endpoint) => {
    const reply = await send(endpoint, keys.get("all"));
    expect([reply.status, reply.body.message]).toEqual([
      403,
      "No API key may do this. Send the User secret instead of the key.",
    ]);
  });

  test("a method that is not offered shows nothing to a key", async () => {
    expect((await api.fetch("/formulas", { as: headerOf(keys.get("all")), method: "PUT", body: {} })).status).toBe(403);
  });
});

test("A31: an API key leaves nothing behind that acts with more rights than its scopes", async () => {
  const as = headerOf(keys.get("all"));
  const secret = acme.administrator;
  const step = { name: "escalate", type: "request", properties: { method: "POST", api: "/api-keys" } };
  const formula = { name: "x", triggers: [{ type: "manual", onSuccess: ["escalate"] }], steps: [step] };
  const job = { name: "x", method: "POST", uri: "/api-keys", trigger: { cron: "0 0 8 * * ?" } };
  const saved = (await api.fetch("/formulas", { as: secret, method: "POST", body: formula })).body;
  for (const [method, path, body, what] of [
    ["POST", "/formulas", formula, "save a formula with a step of the type request"],
    ["PUT", `/formulas/${saved.id}`, formula, "save a formula with a step of the type request"],
    ["POST", "/jobs", job, "schedule a request"],
  ] as const) {
    const reply = await api.fetch(path, { as, method, body });
    const message = `No API key may ${what}, which has all rights of its user. Send the User secret instead of the key.`;
    expect([path, reply.status, reply.body.message]).toEqual([path, 403, message]);
  }
  expect(
    (await api.fetch("/formulas", { as, method: "POST", body: { ...formula, triggers: [], steps: [] } })).status,
  ).toBe(200);
});

test("A31: an API key does nothing that the role of its user does not allow, also after the role changed", async () => {
  const viewer = headerOf(await aKey(["formulas:write"], acme.viewer));
  const create = { method: "POST", body: { name: "x", triggers: [], steps: [] } };
  expect((await api.fetch("/formulas", { as: viewer, ...create })).status).toBe(403);
  expect((await api.fetch("/formulas", { as: viewer })).status).toBe(200);
  const leaver = await acme.aColleague({ accountId: acme.accountId });
  const key = headerOf(await aKey(["formulas:write"], leaver));
  expect((await api.fetch("/formulas", { as: key })).status).toBe(200);
  await api.fetch(`/users/${leaver.id}`, { as: acme.administrator, method: "PATCH", body: { active: false } });
  api.app.at(new Date(Date.now() + 6000));
  expect((await api.fetch("/formulas", { as: key })).status).toBe(401);
});
