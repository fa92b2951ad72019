import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { catalogFor } from "#server/catalog/registry.ts";
import { freePort } from "#server/launch/ports.ts";
import { installCatalog } from "#server/services/element/install-catalog.ts";
import { DEMO_CONFIGURATIONS } from "#server/testing/demo-connection.ts";
import { aDemoProvider, type DemoProvider } from "#server/testing/demo-provider.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let provider: DemoProvider;
const server = createServer((request, response) => listener(request, response));
let listener: ReturnType<typeof getRequestListener>;

/** The API with an address, so that the demo provider can call it. */
beforeAll(async () => {
  const port = await freePort();
  provider = await aDemoProvider();
  api = await aRunningApi({ env: { PUBLIC_URL: `http://127.0.0.1:${port}` } });
  listener = getRequestListener(api.platform);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  expect((server.address() as AddressInfo).port).toBe(port);
  await installCatalog(api.app, catalogFor({ demoProviderUrl: provider.url }));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await api.close();
  await provider.close();
});

const send: RunningApi["fetch"] = (path, request = {}) => api.fetch(path, { as: api.as, ...request });
const webhooksAt = async (path: string, token: string) =>
  (await fetch(`${provider.url}/${path}/webhooks`, { headers: { authorization: `Bearer ${token}` } })).json();

async function connect(key: string) {
  const { "oauth.callback.url": callbackUrl = "", "oauth.api.key": apiKey = "" } = DEMO_CONFIGURATIONS[key] ?? {};
  const address = new URLSearchParams({ apiKey, callbackUrl });
  const { body } = await send(`/elements/${key}/oauth/url?${address}`);
  const { code } = await provider.consent(body.oauthUrl);
  const reply = await send("/instances", {
    method: "POST",
    body: {
      name: key,
      element: { key },
      providerData: { code },
      configuration: { ...DEMO_CONFIGURATIONS[key], "event.notification.enabled": "true" },
    },
  });
  if (reply.status !== 200) throw new Error(reply.text);
  const [user] = api.as.authorization.split(",");
  return { id: reply.body.id as number, as: { authorization: `${user}, Element ${reply.body.token}` } };
}

describe.each([
  ["democrm", "crm", "/contacts", { last_name: "Lovelace" }, "contacts"],
  ["demodocuments", "documents", undefined, {}, "files"],
])("a change at the demo provider starts a formula: %s", (key, at, path, created, objectType) => {
  test("from connecting to the end of the execution, and back", async () => {
    const { id, as } = await connect(key);
    const { formulaInstanceId } = await api.aRunnable(
      {
        name: "Hears of changes",
        configuration: [{ key: "it", type: "elementInstance", required: true }],
        triggers: [{ type: "event", properties: { elementInstanceId: "${config.it}" }, onSuccess: ["tell"] }],
        steps: [{ name: "tell", type: "script", properties: { body: "done({ event: trigger.event });" } }],
      },
      { configuration: { it: String(id) } },
    );
    const changed =
      path === undefined
        ? await api.fetch("/files/file-1/copy", { as, method: "POST", body: { path: "/copy.txt" } })
        : await api.fetch(path, { as, method: "POST", body: created });
    expect(changed.status, changed.text).toBe(200);
    const executions = async () => (await send(`/formulas/instances/${formulaInstanceId}/executions`)).body;
    await expect
      .poll(async () => (await executions()).map(({ status }: { status: string }) => status))
      .toEqual(["success"]);
    const steps = await api.stepsOf((await executions())[0].id);
    const event = JSON.parse(String(steps.find(({ stepName }) => stepName === "tell")?.values.event));
    expect(event).toEqual({
      elementKey: key,
      eventType: "CREATED",
      objectId: String(changed.body.id),
      objectType,
      date: expect.stringMatching(/^\d{4}-.*Z$/),
    });

    // Only the provider can send this: its secret belongs to the connection.
    const forged = await api.fetch(`/events/${key}/${id}`, {
      method: "POST",
      body: { id: "1", type: "contact.created", objectType: "contact", objectId: "x", at: "2026-01-01T00:00:00Z" },
      headers: { "x-demo-signature": "sha256=00" },
    });
    expect(forged.status).toBe(401);
    const connection = await api.app.openInstances.findOfAllOrganizations(id);
    const { "oauth.user.token": token = "", "webhook.secret": secret } = connection?.instance.configuration ?? {};
    expect(secret).toMatch(/.{20}/);
    expect((await send(`/instances/${id}`)).text).not.toContain(secret);
    expect(await webhooksAt(at, token)).toMatchObject([{ lastStatus: 200 }]);
    await send(`/instances/${id}`, {
      method: "PATCH",
      body: { configuration: { "event.notification.enabled": "false" } },
    });
    expect(await webhooksAt(at, token)).toEqual([]);
  });
});
