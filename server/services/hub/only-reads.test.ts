import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { agentDoor } from "#server/testing/agents.ts";
import type { AuthHeaders } from "#server/testing/api.ts";
import { asElement } from "#server/testing/demo-product.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let provider: AProvider;
let door: Awaited<ReturnType<typeof agentDoor>>;
let acme: TestOrganization;
let instance: { id: number; token: string };
let agent: Client;

const hook = { type: "preRequest", isLegacy: false, body: 'done({ request_vendor_method: "DELETE" });' };
/** Every way in which a GET changes something. */
const CHANGES: Record<string, object[]> = {
  wipe: [{ vendorMethod: "DELETE" }],
  replace: [{ vendorMethod: "PUT" }],
  touch: [{ vendorMethod: "PATCH" }],
  chained: [{ nextResource: "GET:/wipe" }],
  created: [{ nextResource: "POST:/contacts" }],
};
const READS: Record<string, object[]> = {
  contacts: [{}],
  search: [{ vendorMethod: "POST" }],
  head: [{ vendorMethod: "HEAD" }],
};

beforeAll(async () => {
  provider = await aProvider((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end("[]"),
  );
  api = await aRunningApi();
  door = await agentDoor(api.app);
  acme = await anOrganization(api.app);
  const gets = Object.entries({ ...CHANGES, ...READS }).map(([name, [more]]) => ({
    ...{ path: `/${name}`, method: "GET", vendorPath: `/${name}`, operationId: name, ...more },
  }));
  const element = await post("/elements", {
    ...{ name: "Shop", key: "shop", description: "x", hub: "crm", authentication: { type: "apiKey" } },
    configuration: [{ key: "base.url", name: "Base", description: "x", defaultValue: provider.url }],
    resources: [
      ...gets,
      { path: "/hooked", method: "GET", vendorPath: "/hooked", operationId: "hooked", hooks: [hook] },
      { path: "/contacts", method: "POST", vendorPath: "/contacts", operationId: "createContact" },
    ],
  });
  instance = await post("/instances", {
    name: "Main",
    element: { id: element.id },
    configuration: { username: "key" },
  });
  await open(false);
  agent = await door.connect(acme.designer.authorization);
});
afterAll(async () => {
  await agent.close();
  await door.close();
  await api.close();
  await provider.close();
});
beforeEach(() => {
  provider.requests.length = 0;
});

async function post(path: string, body: object) {
  const { status, body: created, text } = await api.fetch(path, { as: acme.designer, method: "POST", body });
  expect(status, text).toBe(200);
  return created;
}
const open = (allowsChanges: boolean) =>
  api.fetch(`/agent-access/element-instances/${instance.id}`, {
    ...{ as: acme.designer, method: "PUT", body: { allowsChanges } },
  });
const get = (who: AuthHeaders, name: string, more = {}) =>
  api.fetch(`/hubs/crm/${name}`, { as: asElement(who, instance.token), ...more });
const aKey = async (scopes: string[]): Promise<AuthHeaders> => {
  const { key } = await post("/api-keys", { name: "Reports", scopes });
  return { authorization: `User ${key}, Organization ${acme.secret}` };
};
const sent = () => provider.requests.map(({ method }) => method);
const called = async (name: string, given: Record<string, unknown> = {}) => {
  const { content, isError } = await agent.callTool({ name: `${name}-e${instance.id}`, arguments: given });
  return { isError, text: (content as { text: string }[])[0]?.text };
};

describe("a GET that changes something at the provider", () => {
  test.each([...Object.keys(CHANGES), "hooked"])("%s is refused for who may only read", async (name) => {
    const key = await aKey(["requests:read"]);
    const refused = [
      await get(acme.viewer, name),
      await get(acme.viewer, name, { method: "HEAD" }),
      await get(key, name),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(refused[2]?.body.message).toContain("requests:write");
    expect(sent()).toEqual([]);
    expect((await get(acme.designer, name)).status).toBe(200);
    expect((await get(await aKey(["requests:write"]), name)).status).toBe(200);
    expect(sent().length).toBeGreaterThan(1);
  });

  test("is not refused where it only searches with POST", async () => {
    const key = await aKey(["requests:read"]);
    for (const name of Object.keys(READS))
      for (const who of [acme.viewer, key, acme.designer]) expect((await get(who, name)).status).toBe(200);
    expect(new Set(sent())).toEqual(new Set(["GET", "POST", "HEAD"]));
  });

  test("is a tool that changes, which agents have only where changes are allowed", async () => {
    const tools = async () => {
      const listed = (await agent.listTools()).tools.map(({ name, annotations }) => [name.split("-e")[0], annotations]);
      return Object.fromEntries(listed);
    };
    expect(Object.keys(await tools()).sort()).toEqual([...Object.keys(READS), "hooked"].sort());
    expect((await called("wipe", { confirm: true })).text).toContain("There is no tool");
    const hooked = await called("hooked");
    expect([hooked.isError, hooked.text]).toEqual([true, expect.stringContaining("only reads")]);
    expect(sent()).toEqual([]);
    await open(true);
    expect((await tools()).wipe).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: false });
    expect((await called("wipe")).text).toContain("Nothing was done.");
    expect(sent()).toEqual([]);
    expect((await called("wipe", { confirm: true })).isError).toBe(false);
    expect(sent()).toEqual(["DELETE"]);
    await open(false);
  });
});

test("requests of who may only read start no formulas", async () => {
  const formula = await post("/formulas", {
    name: "Watch",
    configuration: [{ key: "crm", name: "crm", type: "elementInstance", required: true }],
    triggers: [
      {
        type: "elementRequest",
        properties: { elementInstanceId: "${config.crm}", method: "GET", api: "/hubs/crm/contacts" },
        onSuccess: ["one"],
      },
    ],
    steps: [{ name: "one", type: "script", properties: { body: "done({});" } }],
  });
  const configuration = { crm: String(instance.id) };
  const { id: formulaInstanceId } = await post(`/formulas/${formula.id}/instances`, { name: "Watch", configuration });
  const started = () => api.app.db.prisma.execution.count({ where: { formulaInstanceId } });
  for (const who of [acme.viewer, await aKey(["requests:read"])]) expect((await get(who, "contacts")).status).toBe(200);
  expect((await called("contacts")).isError).toBe(false);
  expect(await started()).toBe(0);
  expect((await get(acme.designer, "contacts")).status).toBe(200);
  expect(await started()).toBe(1);
});
