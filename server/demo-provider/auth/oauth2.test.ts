import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aDemoProvider, type DemoProvider } from "#server/testing/demo-provider.ts";
import { CREDENTIALS } from "../credentials.ts";

const { clientId, clientSecret } = CREDENTIALS.oauth;
const redirect = "http://127.0.0.1:9/callback";

let provider: DemoProvider;
let now = new Date();
beforeAll(async () => {
  provider = await aDemoProvider({ now: () => now });
});
afterAll(() => provider.close());
beforeEach(async () => {
  now = new Date();
  await provider.reset();
});

const address = (more: Record<string, string> = {}) => {
  const query = {
    client_id: clientId,
    redirect_uri: redirect,
    response_type: "code",
    scope: "crm",
    state: "s&1",
    ...more,
  };
  return `${provider.url}/oauth/authorize?${new URLSearchParams(query)}`;
};

async function token(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const client: Record<string, string> = headers.authorization
    ? {}
    : { client_id: clientId, client_secret: clientSecret };
  const body = new URLSearchParams({ ...client, ...fields });
  const reply = await fetch(`${provider.url}/oauth/token`, { method: "POST", body, headers });
  return { status: reply.status, body: await reply.json() };
}

const byCode = (code: string, more = {}) =>
  token({ grant_type: "authorization_code", code, redirect_uri: redirect, ...more });
const byRefresh = (refresh_token: string) => token({ grant_type: "refresh_token", refresh_token });
const contacts = (access: string) =>
  fetch(`${provider.url}/crm/contacts?limit=1`, { headers: { authorization: `Bearer ${access}` } });

async function granted(more: Record<string, string> = {}) {
  const { code = "" } = await provider.consent(address(more));
  return (await byCode(code)).body;
}

describe("the consent page", () => {
  test("redirects users who allow access with a code and the state", async () => {
    const back = await provider.consent(address());
    expect(back).toEqual({ code: expect.any(String), state: "s&1" });
  });

  test("redirects users who deny access with an error", async () => {
    const body = new URL(address()).searchParams;
    body.set("decision", "deny");
    const reply = await fetch(`${provider.url}/oauth/authorize`, { method: "POST", body, redirect: "manual" });
    const back = new URL(reply.headers.get("location") ?? "");
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: "access_denied", state: "s&1" });
  });

  test.each([
    ["an unknown client", { client_id: "other" }],
    ["no address to go back to", { redirect_uri: "javascript:alert(1)" }],
    ["another flow", { response_type: "token" }],
    ["a plain challenge", { code_challenge: "x", code_challenge_method: "plain" }],
  ])("sends nobody anywhere for %s", async (_, more) => {
    const reply = await fetch(address(more), { redirect: "manual" });
    expect(reply.status).toBe(400);
    expect(await reply.text()).not.toContain("<form");
  });

  test("escapes its input", async () => {
    const page = await (await fetch(address({ scope: "<script>", state: '"><script>' }))).text();
    expect(page).not.toContain("<script>");
  });
});

describe("a code", () => {
  test("is good once", async () => {
    const { code = "" } = await provider.consent(address());
    expect(await byCode(code)).toMatchObject({
      status: 200,
      body: { token_type: "Bearer", expires_in: 3600, scope: "crm" },
    });
    expect(await byCode(code)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });

  test("is good for a minute", async () => {
    const { code = "" } = await provider.consent(address());
    now = new Date(now.getTime() + 61_000);
    expect((await byCode(code)).body).toMatchObject({ error: "invalid_grant" });
  });

  test("needs the address it was given to, and the verifier it is bound to", async () => {
    const challenge = createHash("sha256").update("verifier").digest("base64url");
    const pkce = { code_challenge: challenge, code_challenge_method: "S256" };
    const code = async () => (await provider.consent(address(pkce))).code ?? "";
    expect(
      (await byCode(await code(), { redirect_uri: "http://other.example", code_verifier: "verifier" })).status,
    ).toBe(400);
    expect((await byCode(await code(), { code_verifier: "other" })).status).toBe(400);
    expect((await byCode(await code(), { code_verifier: "verifier" })).status).toBe(200);
  });
});

describe("a client", () => {
  test("accepts the client's credentials in the header", async () => {
    const authorization = `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
    expect(await token({ grant_type: "client_credentials", scope: "marketing" }, { authorization })).toMatchObject({
      status: 200,
      body: expect.not.objectContaining({ refresh_token: expect.anything() }),
    });
  });

  test("with a wrong secret is refused", async () => {
    expect(await token({ grant_type: "client_credentials", client_secret: "wrong" })).toMatchObject({
      status: 401,
      body: { error: "invalid_client" },
    });
  });
});

describe("a grant", () => {
  test("opens the provider that its scope names, and no other", async () => {
    const { access_token: access } = await granted();
    expect((await contacts(access)).status).toBe(200);
    const other = await fetch(`${provider.url}/documents/files`, { headers: { authorization: `Bearer ${access}` } });
    expect([other.status, await other.json()]).toEqual([403, { code: "token_scope", message: expect.any(String) }]);
  });

  test("is refreshed with a new refresh token each time; an old one is refused", async () => {
    const { refresh_token: first } = await granted();
    const { refresh_token: second, access_token: access } = (await byRefresh(first)).body;
    expect(second).not.toBe(first);
    expect((await contacts(access)).status).toBe(200);
    expect((await byRefresh(first)).body).toMatchObject({ error: "invalid_grant" });
    expect((await byRefresh(second)).status).toBe(200);
  });

  test("lasts as long as the dial says", async () => {
    await provider.dial("crm", { tokenSeconds: 60 });
    const { access_token: access, expires_in: life } = await granted();
    expect(life).toBe(60);
    now = new Date(now.getTime() + 61_000);
    const reply = await contacts(access);
    expect([reply.status, await reply.json()]).toEqual([
      401,
      { error: { code: "token_expired", message: expect.any(String) } },
    ]);
  });

  test("is over once it is revoked", async () => {
    const { refresh_token: refresh, access_token: access } = await granted();
    const body = new URLSearchParams({ token: refresh, client_id: clientId, client_secret: clientSecret });
    expect((await fetch(`${provider.url}/oauth/revoke`, { method: "POST", body })).status).toBe(200);
    expect((await contacts(access)).status).toBe(401);
    expect((await byRefresh(refresh)).body).toMatchObject({
      error: "invalid_grant",
      error_description: "Access was revoked.",
    });
  });

  test("outlives a restart of the provider", async () => {
    const { access_token: access } = await granted();
    const restarted = await aDemoProvider();
    const headers = { authorization: `Bearer ${access}` };
    expect((await fetch(`${restarted.url}/crm/contacts?limit=1`, { headers })).status).toBe(200);
    await restarted.close();
  });

  test("cannot be made up", async () => {
    const { access_token: access, refresh_token: refresh } = await granted();
    const [claims = "", seal] = access.split(".");
    const wider = Buffer.from(Buffer.from(claims, "base64url").toString().replace('"crm"', '"crm documents"'));
    for (const forged of [`${wider.toString("base64url")}.${seal}`, refresh, "x", ""]) {
      expect((await contacts(forged)).status).toBe(401);
    }
  });
});
