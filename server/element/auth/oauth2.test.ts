import { describe, expect, test } from "vitest";
import { oauth2 } from "./oauth2.ts";

const configuration = {
  "oauth.api.key": "the client",
  "oauth.api.secret": "s:cr=t",
  "oauth.callback.url": "https://app.example/back",
  "oauth.authorization.url": "https://{subdomain}.example.com/authorize?audience=api",
  "oauth.token.url": "https://login.example.com/token",
  "oauth.scope": "read write",
};
const at = { now: new Date(1_700_000_000_000), nonce: "" };
const values = { state: "crm", subdomain: "acme" };

describe("the authorization URL", () => {
  test("sends the client, the redirect address, the scope and the state", async () => {
    expect(await oauth2.authorizationUrl?.(configuration, values)).toBe(
      "https://acme.example.com/authorize?audience=api&response_type=code&client_id=the+client" +
        "&redirect_uri=https%3A%2F%2Fapp.example%2Fback&scope=read+write&state=crm",
    );
  });

  test("with oauth.pkce it carries the challenge of RFC 7636's own example", async () => {
    const url = await oauth2.authorizationUrl?.(
      { ...configuration, "oauth.pkce": "true" },
      { ...values, codeVerifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk" },
    );
    expect(url).toContain("code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256");
  });

  test.each(["evil.example#", "a@evil.example", "evil.example?", "", "a b", "..%2f"])(
    "a subdomain %j cannot lead it elsewhere",
    async (subdomain) => {
      await expect(oauth2.authorizationUrl?.(configuration, { ...values, subdomain })).rejects.toThrow(/^subdomain: /);
    },
  );

  test.each([
    ["{siteAddress}/oauth", "https://acme.example.com", "https://acme.example.com/oauth"],
    ["{siteAddress}/oauth", "acme.example.com", "https://acme.example.com/oauth"],
    ["https://{siteAddress}/oauth", "https://acme.example.com/", "https://acme.example.com/oauth"],
    ["https://example.com/{siteAddress}/oauth", "a/b c", "https://example.com/a%2Fb%20c/oauth"],
  ])("%s is filled with %s", async (template, siteAddress, expected) => {
    const url = await oauth2.authorizationUrl?.(
      { "oauth.api.key": "k", "oauth.authorization.url": template },
      { siteAddress },
    );
    expect(url?.split("?")[0]).toBe(expected);
  });

  test.each(["javascript:alert(1)", "{siteAddress}"])("%s is no address", async (template) => {
    const broken = { ...configuration, "oauth.authorization.url": template };
    await expect(oauth2.authorizationUrl?.(broken, { siteAddress: "javascript:alert(1)" })).rejects.toThrow(
      /must be an/,
    );
  });
});

describe("token calls", () => {
  const form = (request: { body?: unknown } | null | undefined) =>
    Object.fromEntries(new URLSearchParams(String(request?.body)));

  test("a code is exchanged with the client in the form", async () => {
    const request = await oauth2.exchange?.(configuration, { code: "c" }, at);
    expect(request).toMatchObject({ method: "POST", url: "https://login.example.com/token" });
    expect(request?.headers).toEqual({
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(form(request)).toEqual({
      grant_type: "authorization_code",
      code: "c",
      redirect_uri: "https://app.example/back",
      client_id: "the client",
      client_secret: "s:cr=t",
    });
  });

  test("or in the header, form-encoded before it is joined", async () => {
    const request = await oauth2.exchange?.({ ...configuration, "oauth.basic.header": "true" }, { code: "c" }, at);
    expect(request?.headers.authorization).toBe(`Basic ${btoa("the+client:s%3Acr%3Dt")}`);
    expect(Object.keys(form(request))).toEqual(["grant_type", "code", "redirect_uri"]);
  });

  test("with oauth.pkce the verifier goes along", async () => {
    const pkce = { ...configuration, "oauth.pkce": "true" };
    expect(form(await oauth2.exchange?.(pkce, { code: "c", codeVerifier: "v" }, at))).toMatchObject({
      code_verifier: "v",
    });
    expect(() => oauth2.exchange?.(pkce, { code: "c" }, at)).toThrow(/^codeVerifier: is required/);
  });

  test("client_credentials needs no person, at first and again", async () => {
    const alone = { ...configuration, "oauth.grant.type": "client_credentials" };
    for (const request of [await oauth2.exchange?.(alone, {}, at), oauth2.refresh?.(alone)])
      expect(form(request)).toMatchObject({ grant_type: "client_credentials", scope: "read write" });
  });

  test("a refresh goes to the refresh URL if there is one; without a refresh token there is none", () => {
    const granted = { ...configuration, "oauth.user.refresh_token": "r" };
    expect(oauth2.refresh?.(granted)?.url).toBe("https://login.example.com/token");
    const elsewhere = { ...granted, "oauth.token.refresh_url": "https://login.example.com/refresh" };
    expect(oauth2.refresh?.(elsewhere)?.url).toBe("https://login.example.com/refresh");
    expect(form(oauth2.refresh?.(elsewhere))).toMatchObject({ grant_type: "refresh_token", refresh_token: "r" });
    expect(oauth2.refresh?.(configuration)).toBeNull();
  });

  test("the refresh token is revoked, else the access token; without a revoke URL nothing is", () => {
    const revocable = {
      ...configuration,
      "oauth.token.revoke_url": "https://x.example/revoke",
      "oauth.user.token": "t",
    };
    expect(form(oauth2.revoke?.(revocable))).toMatchObject({ token: "t", token_type_hint: "access_token" });
    const both = { ...revocable, "oauth.user.refresh_token": "r" };
    expect(form(oauth2.revoke?.(both))).toMatchObject({ token: "r", token_type_hint: "refresh_token" });
    expect(oauth2.revoke?.({ ...both, "oauth.token.revoke_url": "" })).toBeNull();
  });
});

describe("F04: replies of the token endpoint", () => {
  const read = (body: unknown) => oauth2.readGrant?.(body, at);
  const grant = {
    "oauth.user.token": "t",
    "oauth.user.expires_in": "",
    "oauth.user.refresh_time": "1700000000000",
  };

  test.each<[string, unknown, object]>([
    ["the usual", { access_token: "t", token_type: "Bearer", expires_in: 60 }, { "oauth.user.expires_in": "60" }],
    ["text for a number", { access_token: "t", expires_in: "3600" }, { "oauth.user.expires_in": "3600" }],
    ["an odd token type", { access_token: "t", token_type: "bot" }, {}],
    ["a form", "access_token=t&scope=a%2Cb&token_type=bearer", {}],
    ["a refresh token", { access_token: "t", refresh_token: "r" }, { "oauth.user.refresh_token": "r" }],
    ["no refresh token", { access_token: "t", refresh_token: null }, {}],
    ...[0, -1, 1e99, "", "soon", Number.NaN, null, undefined, {}].map((expires): [string, unknown, object] => [
      `expires_in ${expires}`,
      { access_token: "t", expires_in: expires },
      {},
    ]),
  ])("%s is read", (_, body, more) => expect(read(body)).toEqual({ ...grant, ...more }));

  test.each<[string, unknown, RegExp]>([
    ["a page", "<!doctype html><p>access_token=x</p>", /a reply without a token/],
    ["nothing", undefined, /a reply without a token/],
    ["a list", [], /a reply without a token/],
    ["no access token", { token: "t" }, /without access_token/],
    ["an empty one", { access_token: "" }, /without access_token/],
    ["one that is no text", { access_token: 7 }, /without access_token/],
    ["one with a line break", { access_token: "a\r\nb: c" }, /without access_token/],
    ["one of 2 MB", { access_token: "x".repeat(2e6) }, /without access_token/],
  ])("%s is refused", (_, body, message) => expect(() => read(body)).toThrow(message));

  test("an error that came with 200 is passed on", () => {
    expect(() => read({ error: "bad_code", error_description: "It was used." })).toThrow(
      expect.objectContaining({ kind: "badGateway", providerMessage: "bad_code: It was used." }),
    );
  });
});

describe("when a token is refreshed before it is used", () => {
  const given = 1_700_000_000_000;
  test.each<[string, string, number | undefined]>([
    ["five minutes before its end", "3600", 3300],
    ["in the last fifth of a short life", "60", 48],
    ["only after a 401 when its life is unknown", "", undefined],
    ["only after a 401 when its life is no number", "x", undefined],
  ])("%s", (_, interval, seconds) => {
    const at = oauth2.refreshAt?.({
      "oauth.user.refresh_time": String(given),
      "oauth.user.refresh_interval": interval,
    });
    expect(at?.getTime()).toBe(seconds && given + seconds * 1000);
  });
  test.each<[string, string, string, number]>([
    ["the token ends sooner than the interval", "3600", "600", 480],
    ["the interval is shorter than the token's life", "600", "86400", 480],
    ["only the token's life is known", "", "3600", 3300],
  ])("at the earlier of the two: %s", (_, interval, life, seconds) => {
    const at = oauth2.refreshAt?.({
      "oauth.user.refresh_time": String(given),
      "oauth.user.refresh_interval": interval,
      "oauth.user.expires_in": life,
    });
    expect(at?.getTime()).toBe(given + seconds * 1000);
  });
  test("never by the clock when nobody knows when it was given", () => {
    expect(oauth2.refreshAt?.({ "oauth.user.refresh_interval": "3600" })).toBeUndefined();
  });
});
