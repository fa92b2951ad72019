import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { catalogFor } from "#server/catalog/registry.ts";
import { CONNECT_VALUES } from "#server/demo/connect-values.ts";
import { createVault } from "#server/outside/vault.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { aDemoProvider, type DemoProvider } from "#server/testing/demo-provider.ts";
import { anOauthElement, insertElement } from "#server/testing/elements.ts";
import { anOauthProvider, type OauthProvider } from "#server/testing/oauth-provider.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { providerPorts } from "#server/testing/provider-ports.ts";
import { TEST_KEYS } from "#server/testing/worker-process.ts";
import { createCallbacks } from "./callbacks.ts";

const provider = providerPorts();
let api: TestApi;
let acme: TestOrganization;
let oauthProvider: OauthProvider;
let demo: DemoProvider;
let callbacks: ReturnType<typeof createCallbacks>;

beforeAll(async () => {
  api = await anApi({ provider });
  Object.assign(api.app, { vault: createVault(TEST_KEYS) });
  acme = await anOrganization(api.app);
  oauthProvider = await anOauthProvider();
  demo = await aDemoProvider();
  callbacks = createCallbacks(api.app);
});
afterAll(async () => {
  await Promise.all([api.close(), provider.close(), oauthProvider.close(), demo.close()]);
});

const client = { "oauth.api.key": "id", "oauth.api.secret": "canary-secret" };
const insert = (configuration: Record<string, string> = {}) =>
  insertElement(
    api.app,
    { organizationId: acme.id, accountId: acme.accountId },
    anOauthElement(oauthProvider, { configuration }),
  );

/**
 * Starts to connect as a user and grants access at the provider; returns the redirect's parameters and the user's
 * cookie.
 */
async function granted(key: string, instance: Record<string, unknown> = {}) {
  const reply = await api.fetch(`/elements/${key}/oauth/url`, {
    as: acme.designer,
    method: "POST",
    body: { instance: { name: "mine", configuration: client, ...instance } },
  });
  if (reply.status !== 200) throw new Error(reply.text);
  const { code, state } = oauthProvider.grant(reply.body.oauthUrl);
  const cookie = (reply.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  return { code, state: state ?? "", cookie, url: reply.body.oauthUrl as string };
}

async function comeBack({ cookie = "", ...query }: Record<string, string>) {
  const reply = await callbacks.request(`/oauth/callback?${new URLSearchParams(query)}`, { headers: { cookie } });
  return { status: reply.status, text: await reply.text(), headers: reply.headers };
}
const count = () => api.app.db.prisma.elementInstance.count();
const newest = async () => (await api.fetch("/instances?pageSize=1", { as: acme.designer })).body[0];

describe("a state of ours", () => {
  test.each<Record<string, string>>([{}, { "oauth.pkce": "true" }])(
    "makes the instance as the user who began, with %j",
    async (configuration) => {
      const { key } = await insert(configuration);
      const { url: _, ...grant } = await granted(key, { tags: ["t"] });
      const { status, text } = await comeBack(grant);
      expect([status, text]).toEqual([200, expect.stringContaining("Access granted")]);
      const created = await newest();
      expect(created).toMatchObject({
        name: "mine",
        tags: ["t"],
        element: { key },
        user: { id: acme.designer.id },
        valid: true,
      });
      expect(text).not.toMatch(/canary|access-|refresh-|code-/);
    },
  );

  test("connects an instance again, which keeps its token", async () => {
    const { key } = await insert();
    const { url: _, ...first } = await granted(key);
    await comeBack(first);
    const created = await newest();
    await api.app.db.prisma.elementInstance.update({ where: { id: created.id }, data: { valid: false } });
    const { url: __, ...again } = await granted(key, { id: created.id, configuration: {} });
    const before = await count();
    expect((await comeBack(again)).status).toBe(200);
    expect(await newest()).toMatchObject({ id: created.id, token: created.token, valid: true });
    expect(await count()).toBe(before);
  });

  test("F01: is good once", async () => {
    const { key } = await insert();
    const { url: _, ...grant } = await granted(key);
    expect((await comeBack(grant)).status).toBe(200);
    const before = await count();
    expect(await comeBack(grant)).toMatchObject({ status: 400, text: expect.stringContaining("already used") });
    expect(await count()).toBe(before);
  });

  test.each<[string, (grant: Record<string, string>) => Record<string, string>]>([
    ["forged", (grant) => ({ ...grant, state: `${grant.state?.slice(0, -3)}abc` })],
    ["made up", (grant) => ({ ...grant, state: "formulary.x" })],
    ["of another browser", (grant) => ({ ...grant, cookie: "" })],
    [
      "with another's cookie",
      (grant) => ({ ...grant, cookie: (grant.cookie ?? "").replace(/=.*/, `=${"x".repeat(43)}`) }),
    ],
  ])("F01: %s is 400, and nothing is stored", async (_, change) => {
    const { key } = await insert();
    const { url: __, ...grant } = await granted(key);
    const before = await count();
    expect((await comeBack(change(grant))).status).toBe(400);
    expect(await count()).toBe(before);
    expect(oauthProvider.calls.some(({ form }) => form.code === grant.code)).toBe(false);
  });

  test("F01: is too old after ten minutes", async () => {
    const { key } = await insert();
    const { url: _, ...grant } = await granted(key);
    api.app.at(new Date(Date.now() + 10 * 60_000 + 1000));
    expect(await comeBack(grant)).toMatchObject({ status: 400, text: expect.stringContaining("ten minutes") });
    api.app.at(undefined);
  });

  test("F01: ends with the user who began", async () => {
    const { key } = await insert();
    const { url: _, ...grant } = await granted(key);
    await api.app.db.prisma.user.update({ where: { id: acme.designer.id }, data: { active: false } });
    expect((await comeBack(grant)).status).toBe(400);
    await api.app.db.prisma.user.update({ where: { id: acme.designer.id }, data: { active: true } });
  });

  test("F03: refuses a redirect of another issuer before the code is sent anywhere", async () => {
    const { key } = await insert();
    for (const [iss, status] of [
      ["https://evil.example", 400],
      [oauthProvider.url, 200],
    ] as const) {
      const { url: _, ...grant } = await granted(key);
      oauthProvider.calls.length = 0;
      expect((await comeBack({ ...grant, iss })).status).toBe(status);
      expect(oauthProvider.calls.length).toBe(status === 200 ? 1 : 0);
    }
    const named = await insert({ "oauth.issuer": "https://issuer.example" });
    const { url: _, ...grant } = await granted(named.key);
    expect((await comeBack({ ...grant, iss: oauthProvider.url })).status).toBe(400);
  });

  test("F14: sends only our own address to the provider", async () => {
    const { key } = await insert();
    const { url } = await granted(key, { configuration: { ...client, "oauth.callback.url": "https://evil.example" } });
    expect(new URL(url).searchParams.get("redirect_uri")).toBe(`${api.app.env.PUBLIC_URL}/oauth/callback`);
  });

  test("F13: the state does not reveal the client's secret, which is stored in the instance", async () => {
    const { key } = await insert();
    const { url, state, ...grant } = await granted(key);
    const parts = [url, state, ...state.split(".").map((part) => Buffer.from(part, "base64url").toString())];
    expect(parts.filter((part) => part.includes("canary"))).toEqual([]);
    expect((await comeBack({ ...grant, state })).status).toBe(200);
    const { id } = await newest();
    const found = await elementInstances.open(api.app, { elementInstanceId: id, organizationId: acme.id });
    expect(found?.configuration["oauth.api.secret"]).toBe("canary-secret");
  });

  test("lets only users who may create instances start, and only with secrets", async () => {
    const { key } = await insert();
    const begin = (as?: { authorization: string }) =>
      api.fetch(`/elements/${key}/oauth/url`, { as, method: "POST", body: { instance: { name: "x" } } });
    expect((await begin(acme.viewer)).status).toBe(403);
    expect([401, 404]).toContain((await begin()).status);
  });
});

describe("a state of ours on the way of OAuth 1", () => {
  const begin = async () => {
    const shop = catalogFor({ demoProviderUrl: demo.url }).find(({ key }) => key === "demosocial");
    const element = { ...shop, key: `plaza-${randomUUID()}` };
    const { key } = await insertElement(api.app, { organizationId: acme.id, accountId: acme.accountId }, element);
    const instance = { name: "mine", configuration: CONNECT_VALUES.demosocial };
    const reply = await api.fetch(`/elements/${key}/oauth/url`, {
      as: acme.designer,
      method: "POST",
      body: { instance },
    });
    if (reply.status !== 200) throw new Error(reply.text);
    const cookie = (reply.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    return { key, cookie, ...(await demo.consent(reply.body.oauthUrl)) };
  };

  test("brings the request token's secret along, sealed, and makes the instance", async () => {
    const { key, ...grant } = await begin();
    const { status, text } = await comeBack(grant);
    expect([status, text]).toEqual([200, expect.stringContaining("Access granted")]);
    expect(await newest()).toMatchObject({ name: "mine", element: { key }, valid: true });
  });

  test.each<[string, (cookie: string) => string]>([
    ["cut off", (cookie) => cookie.replace(/\..*/, "")],
    ["changed", (cookie) => `${cookie.slice(0, -3)}abc`],
  ])("F01: a cookie whose secret is %s is 400, and nothing is stored", async (_, change) => {
    const { key: __, ...grant } = await begin();
    const before = await count();
    expect((await comeBack({ ...grant, cookie: change(grant.cookie) })).status).toBe(400);
    expect(await count()).toBe(before);
  });
});

describe("a state of an application that uses our address", () => {
  test("is shown with the code to copy", async () => {
    const { status, text } = await comeBack({ code: "the-code", state: "theirs" });
    expect([status, text]).toEqual([200, expect.stringMatching(/<code>the-code<\/code>.*<code>theirs<\/code>/s)]);
  });

  test("cannot put a script or an address into the page (F14)", async () => {
    const evil = "</script><script>alert(1)</script>";
    const { text, headers } = await comeBack({ code: evil, state: evil, redirect: "https://evil.example" });
    expect(text).not.toContain("<script>alert");
    expect(text).not.toContain("evil.example");
    expect(headers.get("location")).toBeNull();
    expect(headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'sha256-");
    expect(headers.get("cache-control")).toBe("no-store");
  });
});

test.each<[string, string, number, RegExp]>([
  ["access_denied", "error=access_denied&state=x", 200, /was not granted/],
  ["a code and an error", "error=x&code=y&state=z", 400, /both/],
  ["a code of 10 KB", `code=${"x".repeat(10_000)}&state=s`, 400, /too long/],
  ["no state", "code=x", 400, /no state/],
  ["nothing", "", 400, /no code/],
  ["a value twice", "code=x&code=y&state=z", 400, /twice/],
])("F02: %s is a clear page", async (_, query, status, words) => {
  const reply = await callbacks.request(`/oauth/callback?${query}`);
  expect([reply.status, reply.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"]);
  expect(await reply.text()).toMatch(words);
});

test("redirects people through a proxy to the application with its own state", async () => {
  const as = acme.administrator;
  const { body: proxy } = await api.fetch("/elements/oauthProxies", { as, method: "POST", body: { name: "one" } });
  const { key } = await insert();
  const query = { apiKey: "id", callbackUrl: "https://app.example/back", state: "own", oauthProxyName: "one" };
  const path = `/elements/${key}/oauth/url?${new URLSearchParams(query)}`;
  const { body } = await api.fetch(path, { as });
  const back = oauthProvider.grant(body.oauthUrl);
  expect(new URL(back.redirectUri).pathname).toBe(`/elements/api-v2${proxy.callbackPath}`);
  expect(back.state).toMatch(/\|own$/);
  expect((await api.fetch(path)).status).not.toBe(200);
  expect((await api.fetch(path.replace("=one", "=two"), { as })).status).toBe(404);
});
