import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Context } from "#server/context.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anElement, insertElement } from "#server/testing/elements.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { providerPorts } from "#server/testing/provider-ports.ts";
import { type AProvider, aProvider } from "#server/testing/running.ts";
import { elementPorts } from "./element-ports.ts";

const provider = providerPorts();
let api: TestApi;
let acme: TestOrganization;
let crm: AProvider;
/** Status by path; 200 by default. */
let replies: Record<string, number>;

beforeAll(async () => {
  api = await anApi({ provider });
  acme = await anOrganization(api.app);
  crm = await aProvider((request, response) => {
    const path = request.url?.split("?")[0] ?? "";
    response.writeHead(replies[path] ?? 200, { "content-type": "application/json" }).end(
      JSON.stringify({
        site: "s-1",
        hook: { id: "h-1" },
        access_token: "bypassed",
        refresh_token: "bypassed-too",
        expires_in: 60,
        url: "https://elsewhere.example/grant",
        oauth_token: "r1",
        oauth_token_secret: "rs1",
      }),
    );
  });
});
beforeEach(() => {
  replies = {};
  crm.requests.length = 0;
});
afterAll(async () => {
  await Promise.all([api.close(), provider.close(), crm.close()]);
});

const send: TestApi["fetch"] = (path, request = {}) => api.fetch(path, { as: acme.designer, ...request });
const called = () => crm.requests.map(({ method, url }) => `${method} ${url}`);

/** A resource that stores a field of its response. */
const resource = (type: string, path: string, more: Record<string, unknown> = {}) => ({
  type,
  method: "POST",
  path,
  vendorPath: path,
  parameters: [],
  ...more,
});
const keeps = (key: string, field: string) => ({
  type: "configuration",
  name: key,
  vendorType: "bodyField",
  vendorName: field,
  source: "response",
});

async function anElementWith(resources: object[], fields: Record<string, unknown> = {}) {
  const owner = { organizationId: acme.id, accountId: acme.accountId };
  const base = { key: "base.url", name: "Base", description: "", defaultValue: crm.url };
  return insertElement(api.app, owner, anElement({ configuration: [base], resources, ...fields }));
}
const connect = (key: string, configuration: Record<string, unknown> = {}, more: Record<string, unknown> = {}) =>
  send("/instances", { method: "POST", body: { name: "i", element: { key }, configuration, ...more } });
const stored = async (id: number) =>
  (await elementInstances.open(api.app, { elementInstanceId: id, organizationId: acme.id }))?.configuration ?? {};

const EVENTS = { "event.notification.enabled": true, "event.vendor.type": "webhook" };

describe("the resources of an element for moments in an instance's life (spec §2.9)", () => {
  test("runs onProvision and provisionAuthValidation at creation, and stores their results", async () => {
    const { key } = await anElementWith([
      resource("provisionAuthValidation", "/valid"),
      resource("onProvision", "/provision", { parameters: [keeps("site.id", "site")] }),
    ]);
    const { status, body } = await connect(key);
    expect([status, called()]).toEqual([200, ["POST /provision", "POST /valid"]]);
    expect(await stored(body.id)).toMatchObject({ "site.id": "s-1" });
  });

  test.each([
    ["the provider refuses the credentials", 401, 400],
    ["the provider fails", 503, 502],
  ])("when %s nothing is stored", async (_, replied, status) => {
    const { key } = await anElementWith([resource("provisionAuthValidation", "/valid")]);
    replies["/valid"] = replied;
    const before = await api.app.db.prisma.elementInstance.count();
    const reply = await connect(key);
    expect(reply.status, reply.text).toBe(status);
    expect(await api.app.db.prisma.elementInstance.count()).toBe(before);
  });

  test("another password is tried by provisionAuthValidation, and not stored when it is refused", async () => {
    const { key } = await anElementWith([resource("provisionAuthValidation", "/valid")], {
      authentication: { type: "basic" },
    });
    const { body: created } = await connect(key, { username: "u", password: "first", "base.url": crm.url });
    const patch = (password: string) =>
      send(`/instances/${created.id}`, { method: "PATCH", body: { configuration: { password } } });
    replies["/valid"] = 401;
    expect((await patch("wrong")).status).toBe(400);
    expect(await stored(created.id)).toMatchObject({ password: "first" });
    replies = {};
    expect((await patch("right")).status).toBe(200);
    expect(await stored(created.id)).toMatchObject({ password: "right" });
    expect(crm.requests.at(-1)?.headers.authorization).toBe(`Basic ${btoa("u:right")}`);
  });

  test("onProvisionWebhook runs when events are on, for webhooks only", async () => {
    const { key } = await anElementWith([
      resource("onProvisionWebhook", "/hooks", {
        parameters: [keeps("event.notification.subscription.id", "hook.id")],
      }),
    ]);
    expect((await connect(key)).status).toBe(200);
    await connect(key, { ...EVENTS, "event.vendor.type": "polling" });
    expect(called()).toEqual([]);
    const { body } = await connect(key, EVENTS);
    expect(called()).toEqual(["POST /hooks"]);
    expect(await stored(body.id)).toMatchObject({ "event.notification.subscription.id": "h-1" });
  });

  test("turning events on and off afterwards registers and removes the webhook", async () => {
    const { key } = await anElementWith([
      resource("onProvisionWebhook", "/hooks", {
        parameters: [keeps("event.notification.subscription.id", "hook.id")],
      }),
      resource("onDeleteWebhook", "/unhook"),
    ]);
    const { body: created } = await connect(key);
    const patch = (configuration: object) =>
      send(`/instances/${created.id}`, { method: "PATCH", body: { configuration } });
    expect((await patch(EVENTS)).body.eventsEnabled).toBe(true);
    expect(await stored(created.id)).toMatchObject({ "event.notification.subscription.id": "h-1" });
    await patch({ "other.key": "x" });
    expect((await patch({ "event.notification.enabled": "false" })).body.eventsEnabled).toBe(false);
    expect(called()).toEqual(["POST /hooks", "POST /unhook"]);
  });

  test("onDeleteWebhook and onDelete run when it is deleted, and cannot keep it from going", async () => {
    const { key } = await anElementWith([resource("onDelete", "/bye"), resource("onDeleteWebhook", "/unhook")]);
    for (const status of [200, 500]) {
      replies = { "/bye": status, "/unhook": status };
      const { body: created } = await connect(key, EVENTS);
      crm.requests.length = 0;
      expect((await send(`/instances/${created.id}`, { method: "DELETE" })).status).toBe(200);
      expect(called()).toEqual(["POST /unhook", "POST /bye"]);
      expect((await send(`/instances/${created.id}`)).status).toBe(404);
    }
  });
});

describe("resources that stand in for a step of OAuth", () => {
  const type = (name: string) => ({ authentication: { type: name } });
  const client = { "oauth.api.key": "k", "oauth.api.secret": "canary-s", "oauth.callback.url": "https://app.example" };

  test("spec §2.9 OAuth On Authorize URL: responds with the address", async () => {
    const { key } = await anElementWith([resource("oauthOnAuthorizeUrl", "/address")], type("oauth2"));
    const { body } = await send(`/elements/${key}/oauth/url?apiKey=k&callbackUrl=https://app.example`);
    expect(body).toEqual({ element: key, oauthUrl: "https://elsewhere.example/grant" });
  });

  test("spec §2.9 OAuth On Token Exchange: gets what the provider gave; its reply is a grant", async () => {
    const body = { type: "bodyField", name: "code", vendorType: "bodyField", vendorName: "auth_code" };
    const { key } = await anElementWith(
      [resource("oauthOnTokenExchange", "/exchange", { parameters: [body] })],
      type("oauth2"),
    );
    const { status, body: created } = await connect(key, client, { providerData: { code: "c-1" } });
    expect([status, called()]).toEqual([200, ["POST /exchange"]]);
    expect(JSON.parse(crm.requests[0]?.body ?? "")).toEqual({ auth_code: "c-1" });
    expect(await stored(created.id)).toMatchObject({
      "oauth.user.token": "bypassed",
      "oauth.user.refresh_token": "bypassed-too",
      "oauth.user.expires_in": "60",
    });
  });

  test.each(["oauth1OnTokenRequest", "oauthOnTokenRequest"])(
    "spec §2.9 OAuth1 On Token Request, OAuth On Token Request: %s gives the request token",
    async (name) => {
      const { key } = await anElementWith([resource(name, "/request")], type("oauth1"));
      const { body } = await send(`/elements/${key}/oauth/token?apiKey=k&apiSecret=s`);
      expect(body).toEqual({ token: "r1", secret: "rs1" });
    },
  );

  test("spec §2.9 OAuth On Token Revoke: runs when the instance is deleted", async () => {
    const { key } = await anElementWith([resource("oauthOnTokenRevoke", "/revoked")], type("oauth2"));
    const { body: created } = await connect(key, { ...client, "oauth.user.token": "t" });
    expect((await send(`/instances/${created.id}`, { method: "DELETE" })).status).toBe(200);
    expect(called()).toEqual(["POST /revoked"]);
  });

  test.each<[string, string, object]>([
    ["oauthOnTokenRefresh", "oauth2", { "oauth.user.token": "bypassed", "oauth.user.expires_in": "60" }],
    ["onRefresh", "custom", { "site.id": "s-1" }],
  ])(
    "spec §2.9 OAuth On Token Refresh, On Refresh: %s refreshes an element of type %s",
    async (name, authentication, expected) => {
      const { key } = await anElementWith(
        [resource(name, "/refreshed", { parameters: [keeps("site.id", "site")] })],
        type(authentication),
      );
      const { body: created } = await connect(key, { ...client, "oauth.user.token": "t" });
      const connection = await api.app.openInstances.findOfAllOrganizations(created.id);
      if (!connection) throw new Error("It was just made.");
      const ports = elementPorts({ ...api.app } as unknown as Context, connection);
      const { configuration } = connection.instance;
      const fresh = await Promise.all([ports.refresh(configuration), ports.refresh(configuration)]);
      expect(fresh).toEqual([expect.objectContaining(expected), expect.objectContaining(expected)]);
      expect(called()).toEqual(["POST /refreshed"]);
      expect(await stored(created.id)).toEqual(fresh[0]);
    },
  );
});
