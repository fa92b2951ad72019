import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actingAs, type Context } from "#server/context.ts";
import { elementSchema } from "#server/element/shape.ts";
import * as users from "#server/store/organization/users.ts";
import { anElement, anOauthElement } from "#server/testing/elements.ts";
import { anOauthProvider, type OauthProvider } from "#server/testing/oauth-provider.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { insertElement } from "../element/create-element.ts";
import { tryRequest } from "../element-draft/try-request.ts";
import { createProcessState } from "../process-state.ts";

let api: RunningApi;
let oauth: OauthProvider;
let provider: AProvider;
let acme: TestOrganization;
let author: Person;
beforeAll(async () => {
  api = await aRunningApi();
  oauth = await anOauthProvider();
  provider = await aProvider((request, response) => {
    const isIn = request.headers.authorization === `Basic ${BASIC}` || request.url === "/open";
    response.writeHead(isIn ? 200 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify(isIn ? [{ id: 7, path: request.url }] : { error: "who are you?" }));
  });
  acme = await anOrganization(api.app);
  author = acme.designer;
});
beforeEach(() => {
  oauth.calls.length = 0;
  oauth.requests.length = 0;
  provider.requests.length = 0;
});
afterAll(async () => {
  await api.close();
  await Promise.all([oauth.close(), provider.close()]);
});

const CLIENT = { "oauth.api.key": "client-id", "oauth.api.secret": "canary-client-secret" };
const LOGIN = { username: "ada", password: "canary-of-ada" };
const BASIC = Buffer.from(`${LOGIN.username}:${LOGIN.password}`).toString("base64");
const SECRETS = /canary|access-|refresh-|code-/;
const contacts = { path: "/contacts", method: "GET", vendorPath: "/people" };
const disconnect = { type: "onDelete", path: "/leave", method: "DELETE", vendorPath: "/leave" };

const send = (method: string, path: string, body?: unknown, as: { authorization: string } = author) =>
  api.fetch(path, { as, method, body });
const post = async (path: string, body: unknown, as?: { authorization: string }) => {
  const reply = await send("POST", path, body, as);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

const aBasicElement = (fields: object = {}) =>
  anElement({
    authentication: { type: "basic" },
    configuration: [{ key: "base.url", name: "Base URL", description: "Base URL", defaultValue: provider.url }],
    resources: [contacts, disconnect],
    ...fields,
  });

/** The draft of a new element, with a test account. */
async function aDraft(element: object, configuration: object, providerData: object = {}) {
  const { id: draftId } = await post("/elements/drafts", { element });
  const connected = await post("/elements/test-authentications", {
    ...{ draftId, element, configuration, providerData, keepAs: "Ada" },
  });
  expect(connected.testAccount, connected.message).toMatchObject({ draftId, elementId: null, name: "Ada" });
  return { draftId, testAccountId: connected.testAccount.id as number, connected };
}

async function anOauthDraft(fields: Record<string, unknown> = {}) {
  const element = anOauthElement(oauth, { resources: [contacts, disconnect], ...fields });
  const { oauthUrl } = await post("/elements/test-authorizations", { element, configuration: CLIENT });
  const { code, state } = oauth.grant(oauthUrl);
  return { element, ...(await aDraft(element, CLIENT, { code, state })) };
}

const read = (draftId: number, body: object, as?: { authorization: string }) =>
  send("POST", `/elements/drafts/${draftId}/test-requests`, { method: "GET", path: "/contacts", ...body }, as);

describe("the draft of a new element", () => {
  test("is tested with an account that was connected by it, before anything is published", async () => {
    const element = aBasicElement();
    const { draftId, testAccountId } = await aDraft(element, LOGIN);
    const { body, text } = await read(draftId, { element, testAccountId });
    expect(body).toMatchObject({ status: 200, body: [{ id: 7, path: "/people" }] });
    expect(text).not.toMatch(SECRETS);
    const [listed] = (await send("GET", `/elements/test-accounts?draftId=${draftId}`)).body;
    expect(listed).toMatchObject({ id: testAccountId, valid: true, lastUsedDate: expect.any(String) });
    const proofs = await post(`/elements/drafts/${draftId}/proofs`, { element, testAccountId });
    expect(proofs.results.length).toBeGreaterThan(0);
    const webhook = { element, testAccountId, body: { objectType: "contacts", id: "1" } };
    expect(await post(`/elements/drafts/${draftId}/test-webhooks`, webhook)).toHaveProperty("events");
  });

  test("is polled with it", async () => {
    const polled = { contacts: { url: "/hubs/crm/contacts", idField: "id" } };
    const element = aBasicElement({
      configuration: [
        ...aBasicElement().configuration,
        { key: "event.vendor.type", name: "x", description: "x", defaultValue: "polling" },
        { key: "event.poller.configuration", name: "x", description: "x", defaultValue: JSON.stringify(polled) },
      ],
    });
    const { draftId, testAccountId } = await aDraft(element, LOGIN);
    const reply = await post(`/elements/drafts/${draftId}/test-polls`, {
      element,
      testAccountId,
      resource: "contacts",
    });
    expect(reply.rows).toMatchObject([{ id: "7" }]);
  });

  test("needs no account if it needs no credentials", async () => {
    const element = aBasicElement({
      authentication: { type: "custom" },
      resources: [{ ...contacts, vendorPath: "/open" }],
    });
    const { id: draftId } = await post("/elements/drafts", { element });
    expect((await read(draftId, { element })).body).toMatchObject({ status: 200, body: [{ path: "/open" }] });
    const needs = await read(draftId, { element: aBasicElement() });
    expect([needs.status, needs.body.message]).toEqual([
      400,
      "testAccountId: connect a test account, or send an elementInstanceId. configuration: username, password are required.",
    ]);
    const connects = await read(draftId, {
      element: { ...element, resources: [...element.resources, { ...disconnect, type: "onProvision", path: "/join" }] },
    });
    expect(connects.status).toBe(400);
  });

  test("hands its accounts on to the element that it becomes; the next draft uses them", async () => {
    const element = aBasicElement();
    const { draftId, testAccountId } = await aDraft(element, LOGIN);
    const { id, key } = await insertElement(await contextOf(author), {
      element: elementSchema.parse(element),
      draftId,
    });
    expect((await send("GET", `/elements/drafts/${draftId}`)).status).toBe(404);
    const tried = { element, testAccountId, method: "GET", path: "/contacts" };
    expect((await post(`/elements/${key}/test-requests`, tried)).status).toBe(200);
    const next = await post("/elements/drafts", { elementId: id, basedOn: 1, element });
    expect((await read(next.id, { element, testAccountId })).body.status).toBe(200);
    await send("DELETE", `/elements/drafts/${next.id}`);
    expect((await send("GET", `/elements/test-accounts?elementId=${id}`)).body).toHaveLength(1);
    expect((await send("DELETE", `/elements/${key}`)).status).toBe(200);
    expect(await rows()).not.toContain(testAccountId);
    expect(provider.requests.map(({ method, url }) => `${method} ${url}`)).toContain("DELETE /leave");
  });

  test("must be saved before an account of it is kept", async () => {
    const reply = await send("POST", "/elements/test-authentications", {
      ...{ element: aBasicElement(), configuration: LOGIN, keepAs: "Ada" },
    });
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringMatching(/^draftId: save the draft first/)]);
  });

  test("disconnects its accounts when it is discarded", async () => {
    const { draftId, testAccountId } = await anOauthDraft();
    oauth.requests.length = 0;
    const colleague = await acme.aColleague({ accountId: acme.accountId });
    await send("DELETE", `/elements/drafts/${draftId}`, undefined, colleague);
    expect(await rows()).toContain(testAccountId);
    expect((await send("DELETE", `/elements/drafts/${draftId}`)).status).toBe(200);
    expect(await rows()).not.toContain(testAccountId);
    expect(oauth.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(["DELETE /leave", "POST /revoke"]);
  });
});

describe("a grant", () => {
  test("that expired is refreshed once, and kept", async () => {
    const { draftId, element, testAccountId } = await anOauthDraft();
    oauth.expire();
    oauth.calls.length = 0;
    const both = await Promise.all([
      read(draftId, { element, testAccountId }),
      read(draftId, { element, testAccountId }),
    ]);
    expect(both.map(({ body }) => body.status)).toEqual([200, 200]);
    expect(oauth.calls.map(({ form }) => form.grant_type)).toEqual(["refresh_token"]);
    expect((await read(draftId, { element, testAccountId })).body.status).toBe(200);
    expect(oauth.calls).toHaveLength(1);
    expect(both.map(({ text }) => text).join()).not.toMatch(SECRETS);
  });

  test("is refreshed by one of two processes, whose tests find it expired at once; the other takes the result", async () => {
    const { draftId, element, testAccountId } = await anOauthDraft();
    oauth.expire();
    oauth.state.delayMs = 200;
    const ctx = await contextOf(author);
    const processes = [ctx, { ...ctx, state: createProcessState(ctx) }];
    const tried = { element: elementSchema.parse(element), elementId: null, draftId, testAccountId };
    const replies = await Promise.all(
      processes.map((one) => tryRequest(one, { ...tried, method: "GET", path: "/contacts" })),
    );
    oauth.state.delayMs = 0;
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(oauth.calls.filter(({ form }) => form.grant_type === "refresh_token")).toHaveLength(1);
    const [listed] = (await send("GET", `/elements/test-accounts?draftId=${draftId}`)).body;
    expect(listed.valid).toBe(true);
    const row = await api.app.db.prisma.testAccount.findUnique({ where: { id: testAccountId } });
    expect(row).toMatchObject({ refreshOwner: null, refreshUntil: null });
  });

  test("is refreshed by another process after the one that does has died", async () => {
    const { draftId, element, testAccountId } = await anOauthDraft();
    oauth.expire();
    const dead = { refreshOwner: crypto.randomUUID(), refreshUntil: new Date(Date.now() + 500) };
    await api.app.db.prisma.testAccount.update({ where: { id: testAccountId }, data: dead });
    expect((await read(draftId, { element, testAccountId })).body.status).toBe(200);
    const row = await api.app.db.prisma.testAccount.findUnique({ where: { id: testAccountId } });
    expect(row).toMatchObject({ refreshOwner: null, refreshUntil: null });
  });

  test("that was revoked is named, and the account is marked", async () => {
    const { draftId, element, testAccountId } = await anOauthDraft();
    oauth.withdraw();
    const { body } = await read(draftId, { element, testAccountId });
    expect(body).toMatchObject({ status: 401, body: { message: expect.stringMatching(/"Ada" was revoked/) } });
    const [listed] = (await send("GET", `/elements/test-accounts?draftId=${draftId}`)).body;
    expect(listed.valid).toBe(false);
    expect((await read(draftId, { element, testAccountId })).status).toBe(401);
  });

  test("is kept with what hooks store beside it", async () => {
    const { draftId, element, testAccountId } = await anOauthDraft();
    const hooks = [
      {
        type: "preRequest",
        body: "done({ configuration: { ...configuration, seen: String(Number(configuration.seen ?? 0) + 1) } })",
      },
    ];
    const counted = {
      ...element,
      hooks,
      configuration: [...element.configuration, { key: "seen", name: "x", description: "x" }],
    };
    await read(draftId, { element: counted, testAccountId });
    const { body } = await read(draftId, { element: counted, testAccountId });
    expect(body.exchanges[0].hooks[0].after.configuration.seen).toBe("2");
  });
});

describe("another definition", () => {
  const moved = (element: ReturnType<typeof aBasicElement>, url: string) => ({
    ...element,
    configuration: [{ key: "base.url", name: "Base URL", description: "Base URL", defaultValue: url }],
  });

  test("of the same host is followed", async () => {
    const element = aBasicElement();
    const { draftId, testAccountId } = await aDraft(element, LOGIN);
    const { body } = await read(draftId, { element: moved(element, `${provider.url}/v2`), testAccountId });
    expect(body.body).toEqual([{ id: 7, path: "/v2/people" }]);
  });

  test("of another host gets no secrets", async () => {
    const element = aBasicElement();
    const { draftId, testAccountId } = await aDraft(element, LOGIN);
    const elsewhere = await read(draftId, { element: moved(element, oauth.url), testAccountId });
    expect([elsewhere.status, elsewhere.body.message]).toEqual([
      400,
      `testAccountId: "Ada" was connected by another definition. base.url leads to another host now, ${oauth.url}. Connect a test account again.`,
    ]);
    const absolute = { ...element, resources: [{ ...contacts, vendorPath: `${oauth.url}/people` }] };
    expect((await read(draftId, { element: absolute, testAccountId })).body.status).toBeGreaterThanOrEqual(400);
    expect(oauth.requests).toEqual([]);
  });

  test("that requires more names what", async () => {
    const element = aBasicElement();
    const { draftId, testAccountId } = await aDraft(element, LOGIN);
    const company = { key: "company", name: "Company", description: "x", required: true };
    const sent = { ...element, configuration: [...element.configuration, company] };
    expect((await read(draftId, { element: sent, testAccountId })).body.message).toMatch(/company is required/);
  });
});

describe("other users", () => {
  test("cannot use, see or delete a test account, nor can another draft use it", async () => {
    const element = aBasicElement();
    const { draftId, testAccountId } = await aDraft(element, LOGIN);
    const other = await post("/elements/drafts", { element });
    expect((await read(other.id, { element, testAccountId })).status).toBe(404);
    for (const outsider of [acme.administrator, (await anOrganization(api.app)).designer]) {
      expect((await read(draftId, { element, testAccountId }, outsider)).status).toBe(404);
      const own = await post("/elements/drafts", { element }, outsider);
      expect((await read(own.id, { element, testAccountId }, outsider)).status).toBe(404);
      expect((await send("DELETE", `/elements/test-accounts/${testAccountId}`, undefined, outsider)).status).toBe(404);
      expect((await send("GET", "/elements/test-accounts", undefined, outsider)).body).toEqual([]);
    }
    expect(await rows()).toContain(testAccountId);
  });

  test("cannot reach it as an element instance", async () => {
    const { testAccountId } = await aDraft(aBasicElement(), LOGIN);
    expect((await send("GET", `/instances/${testAccountId}`)).status).toBe(404);
    expect((await send("GET", "/instances")).body).toEqual([]);
    expect(await api.app.openInstances.findOfAllOrganizations(testAccountId)).toBeNull();
  });

  test("keep nothing of it after its author was deleted", async () => {
    const leaver = await acme.aColleague({ accountId: acme.accountId });
    const element = aBasicElement();
    const { id: draftId } = await post("/elements/drafts", { element }, leaver);
    const kept = { draftId, element, configuration: LOGIN, keepAs: "Ada" };
    const { testAccount } = await post("/elements/test-authentications", kept, leaver);
    expect(await rows()).toContain(testAccount.id);
    const removed = await send("DELETE", `/users/${leaver.id}`, undefined, acme.administrator);
    expect(removed.status, removed.text).toBe(200);
    expect(await rows()).not.toContain(testAccount.id);
  });
});

test("is deleted: its resources for deletion run, and its grant is revoked", async () => {
  const { testAccountId } = await anOauthDraft();
  oauth.requests.length = 0;
  expect((await send("DELETE", `/elements/test-accounts/${testAccountId}`)).status).toBe(200);
  expect(oauth.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(["DELETE /leave", "POST /revoke"]);
  expect(await rows()).not.toContain(testAccountId);
  expect((await send("DELETE", `/elements/test-accounts/${testAccountId}`)).status).toBe(404);
});

test("its secrets are stored sealed", async () => {
  const { testAccountId } = await aDraft(aBasicElement(), LOGIN);
  const row = await api.app.db.prisma.testAccount.findFirst({ where: { organizationId: acme.id, id: testAccountId } });
  expect(JSON.stringify(row)).not.toMatch(SECRETS);
  expect(row?.configuration).toMatch(/^v1\./);
});

const rows = async () =>
  (await api.app.db.prisma.testAccount.findMany({ where: { organizationId: acme.id } })).map(({ id }) => id);

async function contextOf({ id: userId }: Person): Promise<Context> {
  const user = await users.find(api.app.db.prisma, { organizationId: acme.id, userId });
  if (!user) throw new Error(`There is no user ${userId}.`);
  return { ...api.app, requestId: "test", ...actingAs(api.app, users.callerOf(user)) };
}
