import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { USUAL_POLICY } from "#server/account/password-policy.ts";
import { formulaRefusals } from "#server/formula/check.ts";
import { formulaSchema } from "#server/formula/shape.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anExecution } from "#server/testing/executions.ts";
import { forgetOrganizations, removePolicies } from "#server/testing/forgotten-scopes.ts";
import { aScheduledFormula } from "#server/testing/formulas.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { rowsOf } from "#server/testing/rows-of.ts";
import type { AnyContract } from "./endpoint-contract.ts";
import { ENDPOINTS } from "./endpoints.ts";

const platform = ENDPOINTS.filter(({ auth }) => auth === "platform");
const optional = ENDPOINTS.filter(({ auth }) => auth === "optional");
const byToken = ENDPOINTS.filter(({ auth }) => auth === "element");
/** Endpoints with optional credentials that show everyone the same still have to hide the rest. */
const scoped = ENDPOINTS.filter(({ auth }) => auth === "platform" || auth === "optional");
const title = ({ method, path }: AnyContract) => `${method} ${path}`;
const named = (list: AnyContract[]) => list.map((endpoint) => [title(endpoint), endpoint] as const);

let api: TestApi;
let acme: TestOrganization;
let other: TestOrganization;
let [owner, sibling] = [] as TestOrganization["viewer"][];
let ids: Record<string, string | number>;
let partsOfResource: Record<string, string | number>;
let elementToken: string;

const hook = { type: "preRequest", body: "done({});" };
const parameter = { name: "x", vendorName: "x", type: "query", vendorType: "query" };
const aWholeElement = {
  name: "Theirs",
  description: "x",
  authentication: { type: "custom" },
  defaultTransformations: [{ name: "x", vendorName: "x" }],
  configuration: [{ key: "own", name: "Own", description: "x" }],
  parameters: [parameter],
  hooks: [hook],
  resources: [
    {
      method: "GET",
      path: "/things",
      vendorPath: "/things",
      parameters: [parameter],
      hooks: [hook],
      model: { name: "x", swagger: {} },
    },
  ],
  objects: [{ name: "things", fields: [{ name: "id" }] }],
};

/** All rows belong to a user of an account that is not the default one, so that a sibling account is an outsider. */
beforeAll(async () => {
  api = await anApi();
  [acme, other] = [await anOrganization(api.app), await anOrganization(api.app)];
  owner = await acme.aColleague({ role: "administrator" });
  sibling = await acme.aColleague({ role: "administrator" });
  const post = async (path: string, body: unknown, as = owner) =>
    (await api.fetch(path, { as, method: "POST", body })).body;
  const postForAll = (path: string, body: unknown) => post(path, body, acme.administrator);
  const formula = await post("/formulas", aScheduledFormula({ configuration: [{ key: "a", required: false }] }));
  const instance = await post(`/formulas/${formula.id}/instances`, { name: "i" });
  const { executionId, stepExecutionId } = await anExecution(api.app, instance, {
    steps: [{ output: '{"kept":"yes"}' }],
  });
  const [job] = (await api.fetch("/jobs", { as: owner })).body;
  const element = await post("/elements", aWholeElement);
  const [resource, object] = [element.resources[0], element.objects[0]];
  const elementInstance = await post("/instances", { name: "i", element: { id: element.id } });
  elementToken = elementInstance.token;
  const [{ id: configId }] = (await api.fetch(`/instances/${elementInstance.id}/configuration`, { as: owner })).body;
  const [topic, config] = ["topic", { url: "http://127.0.0.1:9/" }];
  const subscription = await post("/notifications/subscriptions", { channel: "webhook", topics: [topic], config });
  const notification = await post("/notifications", { topic, message: "x" });
  const usage = { requestId: "0123456789abcdef01234567", elementInstanceId: elementInstance.id, createdAt: new Date() };
  const whose = { organizationId: acme.id, accountId: owner.accountId, userId: owner.id };
  const called = { method: "GET", uri: "/things", resource: "things", ip: "internal", status: 200, processMs: 1 };
  api.app.usage.note({ ...usage, ...whose, ...called });
  const ran = { scheduleId: job.id, organizationId: acme.id, accountId: owner.accountId, userId: owner.id };
  const run = await api.app.db.prisma.jobRun.create({
    data: { ...ran, name: "x", dueAt: new Date(), state: "success" },
  });
  const trace = {
    id: randomUUID(),
    organizationId: acme.id,
    accountId: owner.accountId,
    elementId: element.id,
    calls: "{}",
  };
  await api.app.db.prisma.provisionTrace.create({ data: trace });
  await api.app.db.prisma.event.create({
    data: {
      id: 7,
      organizationId: acme.id,
      accountId: owner.accountId,
      elementInstanceId: elementInstance.id,
      elementKey: element.key,
      source: "webhook",
      status: "CONSUMED",
      objects: "[]",
      objectIds: [],
      raw: "{}",
    },
  });
  const deadLetter = await api.app.db.prisma.deadLetter.create({
    data: { organizationId: acme.id, accountId: owner.accountId, kind: "x", reason: "x", payload: {} },
  });
  const { id: draftId } = await post("/elements/drafts", { element: aWholeElement });
  const { testAccount } = await post("/elements/test-authentications", {
    ...{ draftId, element: aWholeElement, keepAs: "test account" },
  });
  const capture = await post(`/elements/drafts/${draftId}/webhook-captures`, {});
  // The clock of this test advances more minutes than a capture waits.
  await api.app.db.prisma.webhookCapture.updateMany({
    where: { organizationId: acme.id },
    data: { expiresAt: new Date(Date.now() + 10 * 86_400_000) },
  });
  const transformation = { vendorName: "things", fields: [{ path: "id", vendorPath: "id" }] };
  for (const [at, as] of [
    ["/organizations", acme.administrator],
    ["/accounts", owner],
  ] as const) {
    await post(`${at}/objects/things/definitions`, { fields: [{ path: "id" }] }, as);
    await post(`${at}/elements/${element.id}/transformations/things`, transformation, as);
  }
  await post(`/instances/${elementInstance.id}/objects/things/definitions`, { fields: [{ path: "id" }] });
  await post(`/instances/${elementInstance.id}/transformations/things`, transformation);
  for (const path of [`element-instances/${elementInstance.id}`, `formula-instances/${instance.id}`])
    await api.fetch(`/agent-access/${path}`, { as: owner, method: "PUT", body: { allowsChanges: true } });
  const { body: bulkWorkflow } = await api.fetch("/bulk/workflows", {
    ...{ as: { authorization: `${owner.authorization}, Element ${elementToken}` }, method: "POST" },
    ...{ headers: { "elements-schedule-request": "0 0 0 * * ?" }, body: [{ objectName: "things" }] },
  });
  const formulaTest = await post(`/formulas/${formula.id}/tests`, { ...A_TEST, name: "usual" });
  const connectSession = await post("/connect-sessions", {
    ...{ element: element.id, allowedOrigin: "https://app.example.com" },
  });
  const apiKey = await post("/api-keys", { name: "x", scopes: ["formulas:read"] });
  ids = {
    connectSessionId: connectSession.id,
    apiKeyId: apiKey.id,
    formulaTestId: formulaTest.id,
    formulaId: formula.id,
    stepId: formula.steps[0].id,
    triggerId: formula.triggers[0].id,
    configurationId: formula.configuration[0].id,
    formulaInstanceId: instance.id,
    executionId,
    stepExecutionId,
    valueKey: "step0.kept",
    jobId: job.id,
    accountId: owner.accountId,
    entityId: formula.id,
    integrationId: (await postForAll("/integrations", { name: "bundle" })).id,
    emailOrId: owner.id,
    roleKey: "org",
    organizationId: acme.id,
    keyOrId: element.id,
    configurationKey: "own",
    parameterId: element.parameters[0].id,
    hookId: element.hooks[0].id,
    resourceId: resource.id,
    objectId: object.id,
    fieldId: object.fields[0].id,
    oauthProxyId: (await postForAll("/elements/oauthProxies", { name: "proxy" })).id,
    hubKey: (await postForAll("/hubs", { name: "hub", key: "hubofthem" })).key,
    elementInstanceId: elementInstance.id,
    configId,
    traceId: trace.id,
    type: "custom",
    objectName: "things",
    operationId: "getThings",
    requestId: usage.requestId,
    elementProductId: (await postForAll("/element-products", { name: "product" })).id,
    eventId: 7,
    resource: "things",
    historyId: Number(run.id),
    subscriptionId: subscription.id,
    notificationId: notification.id,
    deadLetterId: deadLetter.id,
    draftId,
    testAccountId: testAccount.id,
    webhookCaptureId: capture.id,
    revision: 1,
    bulkJobId: bulkWorkflow.id,
    language: "typescript",
  };
  // Parts of a resource differ from those of its element.
  partsOfResource = { parameterId: resource.parameters[0].id, hookId: resource.hooks[0].id };
});
afterAll(() => api.close());

/** A body that every endpoint accepts: each reads its own fields and drops the others. */
const bodyOf = ({ method, path }: AnyContract) =>
  method === "GET"
    ? undefined
    : path.endsWith("/objects/definitions")
      ? { x: { fields: [] } }
      : path.endsWith("/{executionId}/retries")
        ? {}
        : path === "/bulk/workflows"
          ? [{ objectName: "things" }]
          : {
              name: "x",
              vendorName: "x",
              vdrName: "x",
              definition: { fields: [] },
              fields: [],
              key: "x",
              description: "x",
              status: "cancelled",
              digest: "x",
              body: "done({});",
              vendorType: "query",
              ...(path.includes("/resources") && { method: "GET", path: "/x" }),
              authentication: { type: "custom" },
              element: { id: ids.keyOrId },
              duration: 1,
              allowsChanges: true,
              version: 1,
              basedOn: 1,
              executionIds: [999_999],
              ...(/\/(?:revisions|problems|test-(?:requests|polls|webhooks|hooks|authorizations|authentications)|proofs)$/.test(
                path,
              ) && {
                element: aWholeElement,
              }),
              ...(/\/(?:test-requests|test-polls|test-webhooks|test-hooks|proofs)$/.test(path) && {
                ...(path.includes("/drafts/")
                  ? { testAccountId: ids.testAccountId }
                  : { elementInstanceId: ids.elementInstanceId }),
                ...{ method: "GET", path: "/things", resource: "things" },
                ...(path.endsWith("/test-hooks") && {
                  ...{ resource: null, position: 0 },
                  request: { method: "GET", path: "/things" },
                }),
              }),
              ...(path.startsWith("/notifications") && {
                topic: "x",
                message: "x",
                channel: "sms",
                config: { phone: "+15550100" },
                topics: ["x"],
                to: ["x@x.test"],
              }),
              ...(path.startsWith("/jobs") && { method: "GET", uri: "/x", trigger: { cron: "0 0 0 * * ?" } }),
              ...(path.endsWith("/replay") && { from: "2026-01-01", to: "2026-01-02" }),
              ...(path.includes("/tests") && { ...A_TEST, executionId: ids.executionId }),
              propertyValue: "x",
              ...(path === "/connect-sessions" && { element: ids.keyOrId, allowedOrigin: "https://app.example.com" }),
              ...(path === "/api-keys" && { scopes: ["formulas:read"] }),
              ...((path.includes("users") || path.endsWith("/accounts") || path.endsWith("/passwords")) && A_PERSON),
              ...(path.endsWith("/password-policies") && USUAL_POLICY),
              ...TYPE_OF.find(([part]) => path.includes(part))?.[1],
            };
const A_TEST = { trigger: {}, at: "2026-01-31T08:00:00Z", expected: { status: "success", steps: [] } };
const A_PERSON = {
  externalId: "x",
  email: "x@example.test",
  firstName: "Ada",
  lastName: "Lovelace",
  password: "Engine-1842",
};
const TYPE_OF: [string, { type?: string }][] = [
  ["triggers", { type: "manual" }],
  ["/elements/{keyOrId}/configuration", { type: "TEXTAREA" }],
  ["/formulas/{formulaId}/configuration", { type: "value" }],
  ["parameters", { type: "query" }],
  ["hooks", { type: "preRequest" }],
  ["resources", { type: "api" }],
  ["steps", { type: "script" }],
];
const pathOf = ({ path, query }: AnyContract) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String((path.includes("{resourceId}") && partsOfResource[name]) || ids[name]),
  ) +
  "?" +
  Object.entries(NEEDED)
    .filter(([name]) => "shape" in query && name in (query.shape as object))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
/** Required fields of queries. */
const NEEDED = { with: 1, objectId: "x", "topics[]": "x", type: "swagger", applicationUrl: "https://x.test" };
const call = (endpoint: AnyContract, as?: TestOrganization["viewer"]) =>
  api.fetch(pathOf(endpoint), { as, method: endpoint.method, body: bodyOf(endpoint) });

test.each(named(ENDPOINTS.filter(({ auth }) => auth !== "none" && auth !== "optional")))(
  "%s without secrets is 401",
  async (_, endpoint) => {
    const reply = await call(endpoint);
    expect(reply.status).toBe(401);
    expect(reply.body).toEqual({ message: expect.any(String), requestId: reply.headers.get("elements-request-id") });
  },
);

let windows = 0;
/** So many wrong secrets from one address within a minute would respond with 429, so the next minute begins. */
const forgiveTries = () => api.app.at(new Date(Date.now() + ++windows * 61_000));
beforeEach(forgiveTries);

test("somebody who was disabled is 401 everywhere, also with the token of an element instance", async () => {
  const leaver = await acme.aColleague({ accountId: Number(ids.accountId), role: "administrator" });
  await api.app.db.prisma.user.update({ where: { id: leaver.id }, data: { active: false } });
  const before = await everything();
  for (const [n, endpoint] of [...platform, ...byToken].entries()) {
    if (n % 50 === 0) forgiveTries();
    const secret =
      endpoint.auth === "element" ? `User ${leaver.secret}, Element ${elementToken}` : leaver.authorization;
    const as = { authorization: secret };
    const reply = await api.fetch(pathOf(endpoint), { as, method: endpoint.method, body: bodyOf(endpoint) });
    expect(reply.status, title(endpoint)).toBe(401);
  }
  expect(await everything()).toEqual(before);
});

/** The name of a new model is no id. */
const ANYBODYS = new Set<string>(["/models/{objectName}/schema"]);
/** Creates an own object with this name for any sender. */
const makesOwn = ({ method, path }: AnyContract) =>
  method === "POST" && /^\/(?:organizations|accounts)\/objects\/\{objectName\}/.test(path);
const withIds = scoped.filter((one) => one.path.includes("{") && !ANYBODYS.has(one.path) && !makesOwn(one));

test("every id of every path is known to this test", () => {
  const names = new Set(
    [...scoped, ...byToken].flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)),
  );
  expect(Object.keys(ids).sort()).toEqual([...names].sort());
});

/** The authorization page and the provider's redirect exist only for OAuth elements. */
const isElsewhere = ({ path }: AnyContract) => path.includes("/oauth/");
test.each(named(withIds.filter((endpoint) => endpoint.method === "GET" && !isElsewhere(endpoint))))(
  "%s: its owner reads it",
  async (_, endpoint) => {
    expect((await call(endpoint, owner)).status).toBe(200);
  },
);

describe("A11: responds to requests for objects of another organization as if they did not exist", () => {
  test.each(named(withIds))("%s", (_, endpoint) => expectNothing(endpoint, other.administrator));

  test.each(named(scoped.filter(({ paged, path }) => paged && !path.includes("{"))))(
    "%s lists nothing of it",
    async (_, endpoint) => {
      const reply = await call(endpoint, other.administrator);
      expect(reply.status).toBe(200);
      // Each organization has its own accounts and users.
      const isPeople = /^\/(?:accounts|users|organizations\/users)$/.test(endpoint.path);
      if (!isPeople) expect(reply.body).toEqual([]);
      for (const { companyId, organizationId = companyId } of reply.body) expect(organizationId).toBe(other.id);
    },
  );
});

describe("A38: when every condition has forgotten the organization", () => {
  let rebuild: () => void;
  beforeEach(() => {
    rebuild = forgetOrganizations(api.app);
  });
  afterEach(() => rebuild());

  test("responds as before, and nothing of another organization changes", async () => {
    const before = await everything();
    for (const [n, endpoint] of withIds.entries()) {
      if (n % 50 === 0) forgiveTries();
      const { status, text } = await call(endpoint, other.administrator);
      const expected = endpoint.path.startsWith("/audit-logs/") ? 200 : isForbidden(endpoint) ? 403 : 404;
      expect(status, `${title(endpoint)}: ${text}`).toBe(expected);
    }
    expect(await everything()).toEqual(before);
  });

  test("policies are what holds: without them, objects of another organization are read", async () => {
    const restore = await removePolicies(api.app);
    const read = [];
    for (const endpoint of withIds.filter(({ method }) => method === "GET"))
      if ((await call(endpoint, other.administrator)).status === 200) read.push(title(endpoint));
    await restore();
    expect(read.length, read.join("\n")).toBeGreaterThan(20);
  });
});

describe("responds to requests for objects of a sibling account as if they did not exist", () => {
  /**
   * Integrations, hubs, products, OAuth proxies, common resources and the list of accounts belong to the organization.
   */
  const shared =
    /^\/(?:(?:integrations|hubs|docs|element-products|elements\/oauthProxies|vdrs|common-resources|organizations\/(?:objects|elements))\/|organizations\/[^/]+\/accounts$)/;
  const ofAccounts = withIds.filter(({ path }) => !shared.test(path));
  test.each(named(ofAccounts))("%s", (_, endpoint) => expectNothing(endpoint, sibling));
});

describe("A05: the token of an element instance is worth nothing to others", () => {
  test.each(named(byToken))("%s", async (_, endpoint) => {
    const before = await everything();
    for (const outsider of [other.administrator, sibling]) {
      const as = { authorization: `User ${outsider?.secret}, Element ${elementToken}` };
      expect((await api.fetch(pathOf(endpoint), { as, method: endpoint.method, body: bodyOf(endpoint) })).status).toBe(
        401,
      );
    }
    expect(await everything()).toEqual(before);
  });
});

/** Requests through the element, which are in no table of routes. */
describe("a hub call", () => {
  const HUB_CALLS = ["GET", "POST", "PUT", "PATCH", "DELETE"].flatMap((method) =>
    ["/hubs/general/things", "/things/1", "/things/1/parts/2", "/objects", "/ping"].map((path) => ({ method, path })),
  );
  const send = ({ method, path }: { method: string; path: string }, authorization: string) =>
    api.fetch(path, { as: { authorization }, method, ...(method !== "GET" && { body: {} }) });

  test.each(HUB_CALLS)("$method $path with the token of others is 401 (A05)", async (hubCall) => {
    for (const outsider of [other.administrator, sibling])
      expect((await send(hubCall, `User ${outsider?.secret}, Element ${elementToken}`)).status).toBe(401);
  });

  test("with a token alone is 401", async () => {
    for (const hubCall of HUB_CALLS.slice(0, 3))
      expect((await send(hubCall, `Element ${elementToken}`)).status).toBe(401);
  });

  test.each(HUB_CALLS.filter(({ method }) => method !== "GET"))("$method $path of a viewer is 403", async (hubCall) => {
    const before = await everything();
    expect((await send(hubCall, `User ${acme.viewer.secret}, Element ${elementToken}`)).status).toBe(403);
    expect(await everything()).toEqual(before);
  });
});

test.each(named(optional.filter(({ path }) => path.includes("{"))))(
  "%s without secrets shows nothing private",
  async (_, endpoint) => {
    expect((await call(endpoint)).status).toBe(404);
  },
);

async function expectNothing(endpoint: AnyContract, outsider: TestOrganization["viewer"] | undefined) {
  const before = await everything();
  const reply = await call(endpoint, outsider);
  if (endpoint.path.startsWith("/audit-logs/")) expect([reply.status, reply.body]).toEqual([200, []]);
  else if (isForbidden(endpoint)) expect(reply.status, reply.text).toBe(403);
  else expect(reply.status, reply.text).toBe(404);
  expect(await everything()).toEqual(before);
}

/** Roles of others are refused as forbidden. */
const isForbidden = ({ path, method }: AnyContract) =>
  path.startsWith("/users/{emailOrId}/roles") || (path.startsWith("/accounts/{accountId}/roles") && method !== "GET");

/** Everyone has their own. */
const OWN = /^(?:POST \/authentication\/passwords$|\w+ \/api-keys|DELETE \/elements\/drafts\/\{draftId\}$)/;
/** They respond with something computed from the request's body. */
const CHANGES_NOTHING = new Set(["/models/{objectName}/schema", "/elements/convert", "/elements/import-previews"]);

test("a viewer may change everything that is only their own", async () => {
  const refusedForRole = [];
  for (const endpoint of platform.filter((endpoint) => endpoint.method !== "GET" && OWN.test(title(endpoint)))) {
    const reply = await call(endpoint, acme.viewer);
    if (reply.status === 403) refusedForRole.push(title(endpoint));
  }
  expect(refusedForRole).toEqual([]);
});

test("a viewer changes nothing, by no route", async () => {
  const before = await everything();
  const viewer = { authorization: `${acme.viewer.authorization}, Element ${elementToken}` };
  for (const endpoint of [...platform, ...byToken].filter(
    (endpoint) => endpoint.method !== "GET" && !CHANGES_NOTHING.has(endpoint.path) && !OWN.test(title(endpoint)),
  )) {
    // Also with a body that is refused: a viewer need not correct it first.
    for (const body of [bodyOf(endpoint), {}]) {
      const reply = await api.fetch(pathOf(endpoint), { as: viewer, method: endpoint.method, body });
      expect(reply.status, title(endpoint)).toBe(403);
    }
  }
  expect(await everything()).toEqual(before);
});

test("no formula can be offered under a path of the platform's own", () => {
  for (const { path } of ENDPOINTS) {
    const uri = `/${path.split("/")[1]}`;
    const formula = formulaSchema.parse({ name: "x", method: "GET", uri });
    expect(formulaRefusals(formula), uri).toHaveLength(1);
  }
});

/** Everything of acme that a request could have changed. */
const everything = () => rowsOf(api.app.db.pool, { organizationId: acme.id });
