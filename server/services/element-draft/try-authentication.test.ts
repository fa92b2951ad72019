import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { catalogFor } from "#server/catalog/registry.ts";
import { actingAs, type Context } from "#server/context.ts";
import { CREDENTIALS } from "#server/demo-provider/credentials.ts";
import { elementSchema } from "#server/element/shape.ts";
import * as users from "#server/store/organization/users.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { aDemoProvider } from "#server/testing/demo-provider.ts";
import { anElement, anOauthElement } from "#server/testing/elements.ts";
import { anOauthProvider, type OauthProvider } from "#server/testing/oauth-provider.ts";
import { anOrganization, type Person } from "#server/testing/organizations.ts";
import { providerPorts } from "#server/testing/provider-ports.ts";
import { aProvider } from "#server/testing/running.ts";
import { createElement } from "../element/create-element.ts";
import { saveDraft } from "./save-draft.ts";
import { beginTrialAuthorization, tryAuthentication } from "./try-authentication.ts";
import { tryRequest } from "./try-request.ts";

const provider = providerPorts();
let app: TestApp;
let oauth: OauthProvider;
let [author, viewer, sibling] = [] as Context[] as [Context, Context, Context];
beforeAll(async () => {
  app = await anApp({ provider });
  oauth = await anOauthProvider();
  const { id: organizationId, ...acme } = await anOrganization(app);
  const as = async ({ id: userId }: Person): Promise<Context> => {
    const user = await users.find(app.db.prisma, { organizationId, userId });
    if (!user) throw new Error(`There is no user ${userId}.`);
    return { ...app, requestId: "test", ...actingAs(app, users.callerOf(user)) };
  };
  author = await as(acme.designer);
  viewer = await as(acme.viewer);
  sibling = await as(await acme.aColleague({ role: "administrator" }));
});
beforeEach(() => {
  oauth.calls.length = 0;
});
afterAll(async () => {
  await Promise.all([app.close(), provider.close(), oauth.close()]);
});

const CLIENT = { "oauth.api.key": "client-id", "oauth.api.secret": "canary-client-secret" };
const SECRETS = /canary|access-|refresh-|code-/;
const me = { type: "provisionAuthValidation", method: "GET", path: "/me", vendorPath: "/me" };
const anUnpublished = (fields: Record<string, unknown> = {}) =>
  elementSchema.parse(anOauthElement(oauth, { resources: [me], ...fields }));

async function granted(element: ReturnType<typeof anUnpublished>, elementId: number | null = null) {
  const trial = { elementId, element, configuration: CLIENT };
  const { oauthUrl } = await beginTrialAuthorization(author, trial);
  const { code, state } = oauth.grant(oauthUrl ?? "");
  return { ...trial, providerData: { code, state: state ?? "" } };
}

const countRows = () => app.db.prisma.elementInstance.count();

describe("a trial of the authentication", () => {
  test("connects by the draft, shows every exchange without secrets, and keeps nothing", async () => {
    const tried = await tryAuthentication(author, await granted(anUnpublished()));
    expect(tried).toMatchObject({ isConnected: true, brought: { "oauth.user.token": "********" } });
    expect(tried.exchanges.map(({ name }) => name)).toEqual(["POST:/token", "GET:/me", "POST:/revoke"]);
    expect(tried.exchanges[0]?.request.body).toContain("grant_type=authorization_code");
    expect(tried.exchanges[1]?.response).toMatchObject({ code: 200 });
    expect(JSON.stringify(tried)).not.toMatch(SECRETS);
    expect(await countRows()).toBe(0);
  });

  test("uses the changes of the draft and not the published definition", async () => {
    const { id } = await createElement(author, anUnpublished());
    const changed = anUnpublished({ configuration: { "oauth.pkce": "true" }, resources: [] });
    const tried = await tryAuthentication(author, await granted(changed, id));
    expect(tried.isConnected).toBe(true);
    expect(oauth.calls[0]?.form.code_verifier).toMatch(/^[\w-]{43}$/);
    expect(tried.exchanges.map(({ name }) => name)).toEqual(["POST:/token", "POST:/revoke"]);
  });

  test("a refusal is a result with the provider's words and the exchanges before it", async () => {
    const tried = await tryAuthentication(author, {
      elementId: null,
      element: anUnpublished(),
      configuration: CLIENT,
      providerData: { code: "code-unknown", state: "s" },
    });
    expect(tried.isConnected).toBe(false);
    expect(tried.message).toMatch(/did not accept the authorization \(status 400\)/);
    expect(tried.providerMessage).toMatch(/not good any more/);
    expect(tried.exchanges.map(({ name }) => name)).toEqual(["POST:/token"]);
    expect(JSON.stringify(tried)).not.toMatch(SECRETS);
  });

  test("required values are named before anything is sent", async () => {
    const element = elementSchema.parse(anElement({ authentication: { type: "basic" }, resources: [me] }));
    const tried = await tryAuthentication(author, { elementId: null, element, configuration: {}, providerData: {} });
    expect(tried).toMatchObject({
      isConnected: false,
      message: "configuration: username, password are required.",
      exchanges: [],
    });
  });

  test("keys and client credentials need no consent page", async () => {
    const key = elementSchema.parse(anElement({ authentication: { type: "apiKey" } }));
    const client = anUnpublished({ configuration: { "oauth.grant.type": "client_credentials" } });
    for (const element of [key, client]) {
      const started = await beginTrialAuthorization(author, { elementId: null, element, configuration: CLIENT });
      expect(started.oauthUrl).toBeNull();
    }
    const tried = await tryAuthentication(author, {
      elementId: null,
      element: client,
      configuration: CLIENT,
      providerData: {},
    });
    expect(tried).toMatchObject({ isConnected: true, brought: { "oauth.user.token": "********" } });
  });

  test("a failure after provisioning disconnects the account again", async () => {
    const strict = await aProvider(({ url }, response) => {
      response.writeHead(url === "/me" ? 403 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(url === "/token" ? { access_token: "access-of-now", token_type: "Bearer" } : {}));
    });
    const lifecycle = (type: string, method: string, path: string) => ({ type, method, path, vendorPath: path });
    const element = elementSchema.parse(
      anOauthElement(strict, {
        configuration: { "oauth.grant.type": "client_credentials" },
        resources: [me, lifecycle("onProvision", "POST", "/join"), lifecycle("onDelete", "DELETE", "/leave")],
      }),
    );
    const trial = { elementId: null, element, configuration: CLIENT, providerData: {} };
    const tried = await tryAuthentication(author, trial);
    const names = ["POST:/token", "POST:/join", "GET:/me", "DELETE:/leave", "POST:/revoke"];
    expect([tried.isConnected, tried.exchanges.map(({ name }) => name)]).toEqual([false, names]);
    expect(strict.requests.map(({ method, url }) => `${method}:${url}`)).toEqual(names);
    expect(tried.message).toMatch(/provisionAuthValidation/);
    await strict.close();
  });

  test("OAuth 1: request token, consent, verifier and signed requests", async () => {
    const demo = await aDemoProvider();
    const definition = catalogFor({ demoProviderUrl: demo.url }).find(({ key }) => key === "demosocial");
    const element = elementSchema.parse({ ...definition, key: "own-social" });
    const { consumerKey, consumerSecret } = CREDENTIALS.oauth1;
    const configuration = { "oauth.api.key": consumerKey, "oauth.api.secret": consumerSecret };
    const { id: draftId } = await saveDraft(author, { elementId: null, basedOn: null, draft: null, element });
    const trial = { elementId: null, draftId, element, configuration };
    const started = await beginTrialAuthorization(author, trial);
    expect(started).toMatchObject({ oauthUrl: expect.stringContaining("oauth_token="), secret: expect.any(String) });
    const { state, ...granted }: Record<string, string> = await demo.consent(started.oauthUrl ?? "");
    expect(state).toBe(started.state);
    const providerData = { ...granted, secret: started.secret ?? "" };
    const forged = { ...providerData, oauth_verifier: "another" };
    expect(await tryAuthentication(author, { ...trial, providerData: forged })).toMatchObject({ isConnected: false });
    const tried = await tryAuthentication(author, { ...trial, providerData, keepAs: "Social" });
    expect(tried, tried.message).toMatchObject({
      isConnected: true,
      brought: { "oauth.user.token": "********", "oauth.user.token.secret": "********" },
    });
    expect(JSON.stringify(tried)).not.toContain(providerData.secret);
    expect(JSON.stringify(tried)).not.toContain(granted.oauth_verifier);
    const testAccountId = tried.testAccount?.id;
    const read = await tryRequest(author, { ...trial, testAccountId, method: "GET", path: "/companies" });
    expect(read, JSON.stringify(read.body)).toMatchObject({ status: 200, body: expect.any(Array) });
    await demo.close();
  });

  test("viewers and other accounts are refused", async () => {
    const { id } = await createElement(author, anUnpublished({ key: `own${Date.now()}` }));
    const trial = { elementId: id, element: anUnpublished(), configuration: CLIENT, providerData: {} };
    await expect(tryAuthentication(viewer, trial)).rejects.toMatchObject({ kind: "forbidden" });
    await expect(beginTrialAuthorization(viewer, trial)).rejects.toMatchObject({ kind: "forbidden" });
    await expect(tryAuthentication(sibling, trial)).rejects.toMatchObject({ kind: "notFound" });
  });
});
