import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anElement, anOauthElement, insertElement } from "#server/testing/elements.ts";
import { anOauthProvider, type OauthProvider } from "#server/testing/oauth-provider.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { providerPorts } from "#server/testing/provider-ports.ts";
import { aProvider } from "#server/testing/running.ts";

const provider = providerPorts();
let api: TestApi;
let acme: TestOrganization;
let oauthProvider: OauthProvider;

beforeAll(async () => {
  api = await anApi({ provider });
  acme = await anOrganization(api.app);
  oauthProvider = await anOauthProvider();
});
beforeEach(() => {
  oauthProvider.calls.length = 0;
  oauthProvider.state.respond = undefined;
});
afterAll(async () => {
  await Promise.all([api.close(), provider.close(), oauthProvider.close()]);
});

const send: TestApi["fetch"] = (path, request = {}) => api.fetch(path, { as: acme.designer, ...request });
const insert = (element: object) =>
  insertElement(api.app, { organizationId: acme.id, accountId: acme.accountId }, element);
const client = {
  "oauth.api.key": "client-id",
  "oauth.api.secret": "canary-client-secret",
  "oauth.callback.url": "https://app.example/back",
};
const SENT = { apiKey: "client-id", callbackUrl: "https://app.example/back" };

const urlOf = async (
  key: string,
  query: Record<string, string> = {},
  as: TestOrganization["designer"] | undefined = acme.designer,
) => api.fetch(`/elements/${key}/oauth/url?${new URLSearchParams({ ...SENT, ...query })}`, { as });

/** A user grants access at the provider, which redirects with a code. */
async function granted(key: string, query: Record<string, string> = {}) {
  const { body } = await urlOf(key, query);
  return oauthProvider.grant(body.oauthUrl);
}
const connect = (key: string, fields: Record<string, unknown> = {}) =>
  send("/instances", { method: "POST", body: { name: "i", element: { key }, configuration: client, ...fields } });

async function stored(id: number): Promise<Record<string, string>> {
  const found = await elementInstances.open(api.app, { elementInstanceId: id, organizationId: acme.id });
  return { ...found?.configuration };
}

describe("GET /elements/{k}/oauth/url", () => {
  test("by key and by id: where to grant access, with the element's key as state", async () => {
    const { id, key } = await insert(anOauthElement(oauthProvider));
    for (const keyOrId of [key, String(id)]) {
      const { status, body } = await urlOf(keyOrId);
      expect([status, body.element]).toEqual([200, key]);
      expect(Object.fromEntries(new URL(body.oauthUrl).searchParams)).toEqual({
        response_type: "code",
        client_id: "client-id",
        redirect_uri: "https://app.example/back",
        scope: "all",
        state: key,
      });
    }
  });

  test("a state of the application's own is passed on unchanged; POST takes the same", async () => {
    const { key } = await insert(anOauthElement(oauthProvider));
    expect((await granted(key, { state: "a b&c" })).state).toBe("a b&c");
    const { body } = await send(`/elements/${key}/oauth/url`, { method: "POST", body: { ...SENT, state: "own" } });
    expect(oauthProvider.grant(body.oauthUrl).state).toBe("own");
  });

  test("needs no secrets for an element of the catalog; a private one is nobody else's business", async () => {
    const owner = { organizationId: acme.id, accountId: acme.accountId };
    const catalog = await insertElement(api.app, { ...owner, isCatalog: true }, anOauthElement(oauthProvider));
    const { key } = await insert(anOauthElement(oauthProvider));
    const without = (name: string) => api.fetch(`/elements/${name}/oauth/url?apiKey=k&callbackUrl=https://app.example`);
    expect((await without(catalog.key)).status).toBe(200);
    expect((await without(key)).status).toBe(404);
  });

  test("placeholders are filled from the query, and cannot lead it elsewhere", async () => {
    const { key } = await insert(
      anOauthElement(oauthProvider, {
        configuration: { "oauth.authorization.url": "https://{subdomain}.example.com/grant" },
      }),
    );
    expect((await urlOf(key, { subdomain: "acme" })).body.oauthUrl).toMatch(/^https:\/\/acme\.example\.com\/grant\?/);
    for (const subdomain of ["evil.example#", ""]) expect((await urlOf(key, { subdomain })).status).toBe(400);
  });

  test("an element without OAuth has none", async () => {
    const { key } = await insert(anElement());
    expect(await urlOf(key)).toMatchObject({ status: 400 });
  });
});

describe("POST /instances with a code", () => {
  test("exchanges it for tokens, which nobody is shown", async () => {
    const { key } = await insert(anOauthElement(oauthProvider));
    const { code } = await granted(key);
    const { status, body, text } = await connect(key, { providerData: { code } });
    expect(status).toBe(200);
    expect(body.configuration).toMatchObject({
      "oauth.api.key": "********",
      "oauth.api.secret": "********",
      "oauth.user.token": "********",
      "oauth.user.refresh_token": "********",
    });
    expect(text).not.toMatch(/canary|access-|refresh-/);
    expect(await stored(body.id)).toMatchObject({
      "oauth.user.token": expect.stringMatching(/^access-/),
      "oauth.user.refresh_token": expect.stringMatching(/^refresh-/),
      "oauth.user.refresh_interval": "3600",
      "oauth.user.expires_in": expect.stringMatching(/^\d+$/),
      "oauth.user.refresh_time": expect.stringMatching(/^\d{13}$/),
    });
    expect(oauthProvider.calls).toMatchObject([{ form: { grant_type: "authorization_code", client_id: "client-id" } }]);
  });

  test("accepts the client in the header", async () => {
    const { key } = await insert(anOauthElement(oauthProvider, { configuration: { "oauth.basic.header": "true" } }));
    expect((await connect(key, { providerData: await granted(key) })).status).toBe(200);
    const [{ authorization, form }] = oauthProvider.calls as [OauthProvider["calls"][number]];
    expect(authorization).toBe(`Basic ${btoa("client-id:canary-client-secret")}`);
    expect(form).not.toHaveProperty("client_secret");
  });

  test("PKCE: a code is good only with the verifier of its own flow", async () => {
    const { key } = await insert(anOauthElement(oauthProvider, { configuration: { "oauth.pkce": "true" } }));
    const own = await granted(key, { state: "session-1" });
    expect((await connect(key, { providerData: { code: own.code, state: "session-2" } })).status).toBe(400);
    const again = await granted(key, { state: "session-1" });
    expect((await connect(key, { providerData: { code: again.code, state: "session-1" } })).status).toBe(200);
    for (const state of [key, undefined]) {
      const { code } = await granted(key);
      expect((await connect(key, { providerData: { code, state } })).status).toBe(200);
    }
  });

  test("client_credentials needs no user and no redirect address", async () => {
    const { key } = await insert(
      anOauthElement(oauthProvider, { configuration: { "oauth.grant.type": "client_credentials" } }),
    );
    const { "oauth.callback.url": _, ...configuration } = client;
    const { status, body } = await connect(key, { configuration });
    expect(status).toBe(200);
    expect((await stored(body.id))["oauth.user.token"]).toMatch(/^access-/);
  });

  test('externalAuthentication "initial" takes the grant that is in the configuration', async () => {
    const { key } = await insert(anOauthElement(oauthProvider));
    const configuration = { ...client, "oauth.user.token": "given", "oauth.user.refresh_token": "given-too" };
    const { status, body } = await connect(key, { configuration, externalAuthentication: "initial" });
    expect([status, body.externalAuthentication, oauthProvider.calls]).toEqual([200, "initial", []]);
    expect(await stored(body.id)).toMatchObject({
      "oauth.user.token": "given",
      "oauth.user.refresh_token": "given-too",
    });
  });

  const EXTERNAL = { externalAuthentication: "initial" };
  test.each<[string, Record<string, string>, number]>([
    ["an access token alone", { "oauth.user.token": "given" }, 200],
    [
      "a refresh token with key and secret",
      { ...client, "oauth.callback.url": "", "oauth.user.refresh_token": "r" },
      200,
    ],
    ["a refresh token without a secret", { "oauth.api.key": "client-id", "oauth.user.refresh_token": "r" }, 400],
  ])(
    "a grant from elsewhere needs what it is refreshed with, and no callback: %s",
    async (_, configuration, status) => {
      const { key } = await insert(anOauthElement(oauthProvider));
      const created = await connect(key, { configuration, ...EXTERNAL });
      expect([created.status, created.body.message]).toEqual([
        status,
        status === 200 ? undefined : expect.stringContaining("oauth.api.secret is required"),
      ]);
      if (status !== 200) return;
      const changed = await send(`/instances/${created.body.id}`, { method: "PATCH", body: { name: "renamed" } });
      expect([changed.status, changed.body.name]).toEqual([200, "renamed"]);
    },
  );

  test("a grant from elsewhere whose access token has ended is refreshed before it is tried", async () => {
    const access = { method: "GET", path: "/access", vendorPath: "/people", type: "provisionAuthValidation" };
    const { resources = [], ...definition } = anOauthElement(oauthProvider) as { resources?: object[] };
    const { key } = await insert({ ...definition, resources: [...resources, access] });
    const given = await connect(key, { providerData: await granted(key) });
    const { "oauth.user.refresh_token": refreshToken = "" } = await stored(given.body.id);
    const grant = { "oauth.user.token": "ended", "oauth.user.refresh_token": refreshToken };
    const created = await connect(key, { configuration: { ...client, ...grant }, externalAuthentication: "initial" });
    expect(created.status).toBe(200);
    expect((await stored(created.body.id))["oauth.user.token"]).toMatch(/^access-/);
    const refused = await connect(key, {
      configuration: { ...client, "oauth.user.token": "ended" },
      externalAuthentication: "initial",
    });
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("provisionAuthValidation")]);
  });

  test("providerData.debug: the trace has the provider calls by METHOD:/path, and no credential", async () => {
    const { key } = await insert(anOauthElement(oauthProvider));
    const { code } = await granted(key);
    const { headers } = await connect(key, { providerData: { code, debug: true } });
    const trace = await send(`/elements/${key}/trace/${headers.get("elements-trace-id")}`);
    expect(trace.body).toEqual({
      "POST:/token": {
        request: expect.objectContaining({ method: "POST", url: `${oauthProvider.url}/token` }),
        response: expect.objectContaining({ code: 200 }),
      },
    });
    expect(trace.text).not.toMatch(/canary|access-|refresh-|code-/);
    expect((await send(`/elements/${key}/trace/00000000-0000-0000-0000-000000000000`)).status).toBe(404);
    const other = await anOrganization(api.app);
    expect(
      (await send(`/elements/${key}/trace/${headers.get("elements-trace-id")}`, { as: other.designer })).status,
    ).toBe(404);
  });

  test("a refusal has a trace too", async () => {
    const { key } = await insert(anOauthElement(oauthProvider));
    const { status, headers } = await connect(key, { providerData: { code: "wrong", debug: true } });
    expect(status).toBe(400);
    const trace = await send(`/elements/${key}/trace/${headers.get("elements-trace-id")}`);
    expect(trace.body["POST:/token"].response).toMatchObject({
      code: 400,
      body: expect.stringContaining("invalid_grant"),
    });
  });

  test.each<[string, Record<string, unknown>, number, RegExp]>([
    ["no code", {}, 400, /code is required/],
    ["a code the provider does not know", { providerData: { code: "x" } }, 400, /did not accept/],
  ])("%s is refused and nothing stored", async (_, fields, status, message) => {
    const { key } = await insert(anOauthElement(oauthProvider));
    const before = await api.app.db.prisma.elementInstance.count();
    const reply = await connect(key, fields);
    expect([reply.status, reply.body.message]).toEqual([status, expect.stringMatching(message)]);
    expect(await api.app.db.prisma.elementInstance.count()).toBe(before);
  });

  test("F04: a page with 200 from the token endpoint is a clear 502", async () => {
    const { key } = await insert(anOauthElement(oauthProvider));
    const { code } = await granted(key);
    oauthProvider.state.respond = (response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<p>Maintenance</p>");
    expect(await connect(key, { providerData: { code } })).toMatchObject({
      status: 502,
      body: { message: expect.stringContaining("a reply without a token") },
    });
  });

  test("masks our credentials in messages of a provider", async () => {
    const { key } = await insert(anOauthElement(oauthProvider));
    oauthProvider.state.respond = (response) =>
      response.writeHead(400, { "content-type": "application/json" }).end('{"error":"bad canary-client-secret"}');
    const { body } = await connect(key, { providerData: { code: "c" } });
    expect(body.providerMessage).toBe('{"error":"bad ********"}');
  });

  test("a token endpoint at a private address is refused with nothing sent", async () => {
    const { key } = await insert(anOauthElement({ url: "http://169.254.169.254" }));
    expect(await connect(key, { providerData: { code: "c" } })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("not allowed") },
    });
  });
});

describe("the client secret that an element shares (E08)", () => {
  const lend = (fields: object = {}) =>
    insert(
      anOauthElement(oauthProvider, { configuration: { ...client, "oauth.api.secret": "element-secret" }, ...fields }),
    );
  const named = (key: string) => ({ status: 400, body: { message: expect.stringContaining(key) } });
  let thief: Awaited<ReturnType<typeof aProvider>>;
  beforeAll(async () => {
    thief = await aProvider((_, response) => void response.end());
  });
  afterAll(() => thief.close());

  test("is not sent to any other address that a user names", async () => {
    const { key } = await lend();
    const stray = { "oauth.token.url": `${thief.url}/token` };
    const providerData = await granted(key);
    expect(await connect(key, { configuration: stray, providerData })).toMatchObject(named("oauth.token.url"));
    const created = await connect(key, { configuration: {}, providerData });
    expect(created.status).toBe(200);
    for (const address of ["oauth.token.refresh_url", "oauth.token.revoke_url"]) {
      const body = { configuration: { [address]: thief.url } };
      expect(await send(`/instances/${created.body.id}`, { method: "PATCH", body })).toMatchObject(named(address));
    }
    expect(await urlOf(key, stray)).toMatchObject(named("oauth.token.url"));
    expect(thief.requests).toEqual([]);
  });

  test("is not needed by users with a client of their own", async () => {
    const { key } = await lend();
    const own = { "oauth.token.url": `${thief.url}/token`, "oauth.api.secret": "mine" };
    await connect(key, { configuration: own, providerData: await granted(key) });
    expect(thief.requests.map(({ body }) => body).join()).toContain("mine");
    expect(thief.requests.map(({ body }) => body).join()).not.toContain("element-secret");
  });
});

describe("re-authentication", () => {
  test("PUT with a fresh code: new tokens, the same element token, valid again", async () => {
    const { key } = await insert(anOauthElement(oauthProvider));
    const { body: created } = await connect(key, { providerData: await granted(key) });
    const before = await stored(created.id);
    await api.app.db.prisma.elementInstance.update({ where: { id: created.id }, data: { valid: false } });
    const path = `/instances/${created.id}?reAuthenticate=true`;
    const { status, body } = await send(path, {
      method: "PUT",
      body: { ...created, providerData: await granted(key) },
    });
    expect([status, body.valid, body.token]).toEqual([200, true, created.token]);
    expect(body).not.toHaveProperty("providerData");
    const after = await stored(created.id);
    expect(after["oauth.user.token"]).not.toBe(before["oauth.user.token"]);
    expect(after["oauth.api.secret"]).toBe("canary-client-secret");
  });

  test("a code that is not good changes nothing", async () => {
    const { key } = await insert(anOauthElement(oauthProvider));
    const { body: created } = await connect(key, { providerData: await granted(key) });
    const before = await stored(created.id);
    const body = { name: "new", providerData: { code: "wrong" } };
    expect((await send(`/instances/${created.id}`, { method: "PUT", body })).status).toBe(400);
    expect(await stored(created.id)).toEqual(before);
    expect((await send(`/instances/${created.id}`)).body.name).toBe("i");
  });
});

test("DELETE revokes the grant, and continues when the provider does not", async () => {
  const { key } = await insert(anOauthElement(oauthProvider));
  for (const isDown of [false, true]) {
    const { body: created } = await connect(key, { providerData: await granted(key) });
    const { "oauth.user.refresh_token": token } = await stored(created.id);
    oauthProvider.calls.length = 0;
    if (isDown) oauthProvider.state.respond = (response) => response.destroy();
    expect((await send(`/instances/${created.id}`, { method: "DELETE" })).status).toBe(200);
    expect(oauthProvider.calls).toMatchObject([{ path: "/revoke", form: { token, token_type_hint: "refresh_token" } }]);
    oauthProvider.state.respond = undefined;
  }
});

test("OAuth 1: request token, address, verifier, tokens", async () => {
  const one = await aProvider((request, response) => {
    const isFirst = request.url?.startsWith("/request");
    response
      .writeHead(200, { "content-type": "application/x-www-form-urlencoded" })
      .end(isFirst ? "oauth_token=r1&oauth_token_secret=rs1" : "oauth_token=t1&oauth_token_secret=canary-ts1");
  });
  const values = {
    "base.url": one.url,
    "oauth.request.url": `${one.url}/request`,
    "oauth.authorization.url": `${one.url}/authorize`,
    "oauth.token.url": `${one.url}/token`,
  };
  const { key } = await insert(
    anElement({
      authentication: { type: "oauth1" },
      configuration: Object.entries(values).map(([name, defaultValue]) => ({
        key: name,
        name,
        description: "",
        defaultValue,
      })),
    }),
  );
  const { body: request } = await send(
    `/elements/${key}/oauth/token?apiKey=k&apiSecret=s&callbackUrl=https://app.example`,
  );
  expect(request).toEqual({ token: "r1", secret: "rs1" });
  const { body: address } = await urlOf(key, { requestToken: request.token });
  expect(address.oauthUrl).toBe(`${one.url}/authorize?oauth_token=r1`);
  const providerData = { oauth_token: "r1", oauth_verifier: "v1", secret: request.secret };
  const { status, body, text } = await connect(key, { providerData });
  expect([status, text.includes("canary")]).toEqual([200, false]);
  expect(await stored(body.id)).toMatchObject({ "oauth.user.token": "t1", "oauth.user.token.secret": "canary-ts1" });
  expect(one.requests[1]?.headers.authorization).toMatch(/^OAuth .*oauth_verifier="v1"/);
  await one.close();
});

describe("authentication types", () => {
  test("of an element with one, and of one with several", async () => {
    const single = await insert(anOauthElement(oauthProvider));
    const several = await insert(
      anElement({
        authentication: { type: "basic" },
        configuration: [
          {
            key: "authentication.type",
            name: "Type",
            description: "",
            type: "COMBO",
            groupControl: true,
            defaultValue: "basic",
            options: [
              { value: "basic", description: "With a password" },
              { value: "custom", description: "With a key" },
            ],
          },
          { key: "my.key", name: "Key", description: "", required: true, groupName: "custom" },
        ],
      }),
    );
    const types = async (key: string) => (await send(`/elements/${key}/authentication-types`)).body;
    expect(await types(single.key)).toEqual({
      defaultValue: "oauth2",
      options: [{ value: "oauth2", description: "OAuth 2.0" }],
    });
    expect(await types(several.key)).toEqual({
      defaultValue: "basic",
      options: [
        { value: "basic", description: "With a password" },
        { value: "custom", description: "With a key" },
      ],
    });
    const keys = async (type: string) =>
      (await send(`/elements/${several.key}/authentication-types/${type}/configurations`)).body.map(
        (entry: { key: string }) => entry.key,
      );
    expect(await keys("basic")).toEqual(expect.arrayContaining(["username", "password"]));
    expect(await keys("basic")).not.toContain("my.key");
    expect(await keys("custom")).toContain("my.key");
    expect(await keys("custom")).not.toContain("username");
    expect((await send(`/elements/${several.key}/authentication-types/oauth1/configurations`)).status).toBe(404);

    const as = (configuration: object) => connect(several.key, { configuration });
    expect((await as({ "authentication.type": "custom" })).body.message).toContain("my.key is required");
    expect((await as({ "authentication.type": "custom", "my.key": "k" })).status).toBe(200);
    expect((await as({ username: "u", password: "p" })).status).toBe(200);
    expect((await as({ "authentication.type": "magic", username: "u", password: "p" })).status).toBe(400);
  });
});
