import { afterAll, beforeAll, expect, test } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { providerPorts } from "#server/testing/provider-ports.ts";
import { aProvider } from "#server/testing/running.ts";
import { sendAsScreen } from "#server/testing/screens.ts";

const SECRET = "s3cret-of-the-element";
const element = {
  name: "Shop",
  key: "shopofacme",
  description: "x",
  authentication: { type: "custom" },
  configuration: [
    { key: "shop", name: "Shop", type: "TEXTFIELD_1000", required: true },
    { key: "partner.key", name: "Partner key", type: "PASSWORD", required: true, defaultValue: SECRET },
  ],
};

const provider = providerPorts();
let api: TestApi;
let acme: TestOrganization;
let other: TestOrganization;
let elementId: number;
beforeAll(async () => {
  api = await anApi({ provider });
  registerApp(api.app);
  [acme, other] = [await anOrganization(api.app), await anOrganization(api.app)];
  elementId = (await api.fetch("/elements", { as: acme.designer, method: "POST", body: element })).body.id;
});
afterAll(async () => void (await Promise.all([api.close(), provider.close()])));

const create = (body: object = {}, as = acme.designer) =>
  api.fetch("/connect-sessions", {
    ...{ as, method: "POST" },
    body: { element: elementId, allowedOrigin: "https://app.example.com", ...body },
  });
const tokenIn = ({ url }: { url: string }) => new URL(url).pathname.split("/").at(-1) ?? "";
const send = (procedure: string, token: string, configuration?: object) =>
  sendAsScreen(undefined, `connect.${procedure}`, { token, ...(configuration && { configuration }) });
const refusal = async (procedure: string, token: string, configuration?: object) =>
  (await send(procedure, token, configuration)).error;

test("a customer connects with a link: the instance has the account, the tags and the name of the session", async () => {
  const session = (await create({ name: "Shop of Ann", tags: ["web"], externalReference: "customer-7" })).body;
  expect(session).toMatchObject({
    status: "open",
    accountId: acme.accountId,
    allowedOrigin: "https://app.example.com",
  });
  const page = (await send("read", tokenIn(session))).result.data;
  expect(page).toMatchObject({ element: "Shop", types: [{ value: "custom", throughProvider: false }] });
  expect(page.types[0].entries.map(({ key }: { key: string }) => key)).toEqual(["shop"]);
  expect(JSON.stringify(page)).not.toContain(SECRET);
  const { elementInstanceId } = (await send("submit", tokenIn(session), { shop: "ann" })).result.data;
  const instance = (await api.fetch(`/instances/${elementInstanceId}`, { as: acme.designer })).body;
  expect(instance).toMatchObject({ name: "Shop of Ann", tags: ["web", "customer-7"] });
  const read = (await api.fetch(`/connect-sessions/${session.id}`, { as: acme.designer })).body;
  expect(read).toMatchObject({ status: "connected", elementInstanceId });
  expect(JSON.stringify(read)).not.toContain(tokenIn(session));
});

test("F18: a connect page works once, until it expires, and only with its own address", async () => {
  const token = tokenIn((await create()).body);
  const both = await Promise.all([send("submit", token, { shop: "a" }), send("submit", token, { shop: "b" })]);
  expect(both.map(({ error }) => error === undefined).sort()).toEqual([false, true]);
  expect(await refusal("read", token)).toMatchObject({
    message: expect.stringContaining("already used"),
    data: { reason: "linkUsed" },
  });
  expect((await refusal("submit", token, { shop: "a" }))?.data.status).toBe(400);
  const expired = tokenIn((await create({ expiresInMinutes: 1 })).body);
  api.app.at(new Date(Date.now() + 120_000));
  expect((await refusal("submit", expired, { shop: "a" }))?.data.reason).toBe("linkExpired");
  const [random, , signature] = tokenIn((await create()).body).split(".");
  const forged = [random, Buffer.from("https://evil.example").toString("base64url"), signature].join(".");
  for (const unknown of [forged, "none"])
    expect((await refusal("read", unknown))?.data).toMatchObject({ status: 400, reason: "linkUnknown" });
  expect((await refusal("read", ""))?.data.status).toBe(400);
});

test("F19: a connect page sets nothing but what it offers, and reaches nothing else", async () => {
  const token = tokenIn((await create()).body);
  for (const key of ["partner.key", "base.url", "oauth.callback.url", "event.notification.callback.url"]) {
    const error = await refusal("submit", token, { shop: "a", [key]: "https://evil.example" });
    expect([error?.data.status, error?.message]).toEqual([400, expect.stringContaining(key)]);
  }
  expect((await sendAsScreen(token, "home.overview", undefined)).error?.data.status).toBe(401);
  const as = { authorization: `User ${token}, Organization ${acme.secret}` };
  expect((await api.fetch("/formulas", { as })).status).toBe(401);
  // A refused attempt does not use it up.
  expect(await refusal("submit", token, { shop: "a" })).toBeUndefined();
});

test("F20: a connect session is limited to what its creator and its account may use", async () => {
  const colleague = await acme.aColleague();
  expect((await create({ accountId: colleague.accountId })).status).toBe(404);
  expect((await create({ accountId: acme.accountId }, colleague)).status).toBe(404);
  expect((await create({}, other.designer)).status).toBe(404);
  expect((await create({}, acme.viewer)).status).toBe(403);
  const own = (
    await api.fetch("/elements", {
      ...{ as: colleague, method: "POST" },
      body: { ...element, key: "shopofcolleague" },
    })
  ).body.id;
  const session = (await create({ element: own, accountId: colleague.accountId })).body;
  for (const outsider of [other.designer, await acme.aColleague()])
    expect((await api.fetch(`/connect-sessions/${session.id}`, { as: outsider })).status).toBe(404);
  const { elementInstanceId } = (await send("submit", tokenIn(session), { shop: "a" })).result.data;
  expect((await api.fetch(`/instances/${elementInstanceId}`, { as: colleague })).status).toBe(200);
  const last = (await create({ element: own }, colleague)).body;
  await api.app.db.prisma.user.update({ where: { id: colleague.id }, data: { active: false } });
  expect((await refusal("submit", tokenIn(last), { shop: "a" }))?.data.status).toBe(400);
});

test.each(["http://app.example.com", "https://app.example.com/path", "https://a.com;script-src *", "*"])(
  "F17: the origin %j is refused",
  async (allowedOrigin) => {
    const reply = await create({ allowedOrigin });
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining("allowedOrigin")]);
  },
);

test("attempts are limited, and nothing logged or recorded has the address", async () => {
  const session = (await create()).body;
  for (let n = 0; n < 20; n++) expect((await refusal("submit", tokenIn(session), {}))?.data.status).toBe(400);
  expect((await refusal("submit", tokenIn(session), { shop: "a" }))?.data.status).toBe(409);
  const entries = await api.app.db.prisma.auditEntry.findMany({ where: { entity: "connectSession" } });
  expect(JSON.stringify(entries)).not.toContain(tokenIn(session));
});

test("an element with several types of authentication offers the fields of each, and takes only those", async () => {
  const options = ["basic", "apiKey", "oauth2"].map((value) => ({ value, name: value, description: `By ${value}` }));
  const choice = { key: "authentication.type", name: "Type", type: "TEXTFIELD_32", defaultValue: "basic", options };
  const both = { ...element, key: "shopofboth", authentication: { type: "basic" } };
  const created = await api.fetch("/elements", {
    ...{ as: acme.designer, method: "POST" },
    body: { ...both, configuration: [...element.configuration, choice] },
  });
  const session = await create({ element: created.body.id });
  const token = tokenIn(session.body);
  const { types, chosen } = (await send("read", token)).result.data;
  const keys = Object.fromEntries(
    types.map(({ value, entries }: { value: string; entries: { key: string }[] }) => [
      value,
      entries.map(({ key }) => key).sort(),
    ]),
  );
  expect(chosen).toBe("basic");
  expect(keys.basic).toEqual(["password", "shop", "username"]);
  expect(keys.oauth2).toEqual(["shop"]);
  expect(types.map(({ throughProvider }: { throughProvider: boolean }) => throughProvider)).toEqual([
    false,
    false,
    true,
  ]);
  for (const configuration of [
    { "authentication.type": "custom", shop: "a" },
    { "authentication.type": "apiKey", shop: "a", password: "x" },
  ])
    expect((await refusal("submit", token, configuration))?.data.status).toBe(400);
  const values = { "authentication.type": "basic", shop: "a", username: "ann", password: "s3cret-word" };
  const { elementInstanceId } = (await send("submit", token, values)).result.data;
  const instance = (await api.fetch(`/instances/${elementInstanceId}`, { as: acme.designer })).body;
  expect(instance.configuration).toMatchObject({ "authentication.type": "basic", username: "ann" });
});

test("a session names its account by the external id of the customer", async () => {
  const account = (externalId: string) =>
    api.fetch("/accounts", { as: acme.administrator, method: "POST", body: { externalId } });
  const { body } = await account("customer-7");
  const { id } = body;
  const customer = await acme.aColleague({ accountId: id });
  const theirs = { ...{ as: customer, method: "POST" }, body: { ...element, key: "shopofcustomer" } };
  const ofElement = { element: (await api.fetch("/elements", theirs)).body.id };
  const session = await create({ ...ofElement, accountExternalId: "customer-7" });
  expect([session.status, session.body.accountId]).toEqual([200, id]);
  expect((await create({ accountExternalId: "nobody" })).status).toBe(404);
  expect((await create({ accountExternalId: "customer-7" }, other.designer)).status).toBe(404);
  expect((await create({ accountExternalId: "customer-7", accountId: id })).status).toBe(400);
  // Accounts of earlier versions may share one.
  const data = [1, 2].map((n) => ({ organizationId: acme.id, name: `Twice ${n}`, externalId: "twice" }));
  await api.app.db.prisma.account.createMany({ data });
  expect((await create({ accountExternalId: "twice" })).status).toBe(409);
});

test.each([
  [401, "credentialsRefused", "does not accept what you entered"],
  [403, "credentialsRefused", "does not accept what you entered"],
  [422, "connectionRefused", "did not let you connect"],
])("a refusal of the provider with %i is a sentence for customers", async (status, reason, words) => {
  const shop = await aProvider((_, reply) =>
    reply.writeHead(status, { "content-type": "application/json" }).end('{"message":"No such key"}'),
  );
  const checked = {
    ...{ name: "Checked", key: `checked${status}`, description: "x", authentication: { type: "custom" } },
    configuration: [
      { key: "base.url", name: "Base", type: "TEXTFIELD_1000", defaultValue: shop.url },
      { key: "shop", name: "Shop", type: "TEXTFIELD_1000", required: true },
    ],
    resources: [{ method: "GET", path: "/check", vendorPath: "/check", type: "provisionAuthValidation" }],
  };
  const { body } = await api.fetch("/elements", { as: acme.designer, method: "POST", body: checked });
  const token = tokenIn((await create({ element: body.id })).body);
  const error = await refusal("submit", token, { shop: "a" });
  expect(error).toMatchObject({ message: expect.stringContaining(words), data: { status: 400, reason } });
  expect(error?.message).not.toMatch(/provisionAuthValidation|element instance/);
  await shop.close();
});
