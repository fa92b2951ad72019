import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aDemoProduct, asElement, type ConnectedElement, type DemoProduct } from "#server/testing/demo-product.ts";
import { anOauthElement } from "#server/testing/elements.ts";
import { anOauthProvider } from "#server/testing/oauth-provider.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";

let product: DemoProduct;
let other: TestOrganization;
let crm: ConnectedElement;
let me: Person;
let userSecret: string;
let organizationSecret: string;

beforeAll(async () => {
  product = await aDemoProduct();
  other = await anOrganization(product.app);
  crm = await product.connect("democrm");
  me = product.as as Person;
  [, userSecret = "", organizationSecret = ""] = /User (\S+), Organization (\S+)/.exec(me.authorization) ?? [];
});
afterAll(() => product.close());

const send = (line: string, authorization?: string, headers: Record<string, string> = {}) =>
  product.send(line, undefined, { as: authorization === undefined ? null : { authorization }, headers });

// The order of the parts is free, and they may include a token of an element instance.
test.each([
  ["user and organization", () => `User ${userSecret}, Organization ${organizationSecret}`, 200],
  ["the other way around", () => `Organization ${organizationSecret}, User ${userSecret}`, 200],
  ["a token beside them", () => `User ${userSecret}, Organization ${organizationSecret}, Element ${crm.token}`, 200],
  ["no header", () => undefined, 401],
  ["the user alone", () => `User ${userSecret}`, 401],
  ["the organization alone", () => `Organization ${organizationSecret}`, 401],
  ["a wrong user secret", () => `User wrong, Organization ${organizationSecret}`, 401],
  ["a wrong organization secret", () => `User ${userSecret}, Organization wrong`, 401],
  ["the secret of another organization", () => `User ${userSecret}, Organization ${other.secret}`, 401],
])("spec §5 platform header: with %s", async (_, authorization, status) => {
  for (const path of ["/formulas", "/instances", `/users/${me.id}`])
    expect((await send(`GET ${path}`, authorization())).status, path).toBe(status);
});

test.each([
  ["user and element", () => `User ${userSecret}, Element ${crm.token}`, 200],
  ["all three", () => `Element ${crm.token}, User ${userSecret}, Organization ${organizationSecret}`, 200],
  ["the token alone", () => `Element ${crm.token}`, 401],
  ["the user alone", () => `User ${userSecret}`, 401],
  ["a wrong token", () => `User ${userSecret}, Element wrong`, 401],
  ["a wrong user secret", () => `User wrong, Element ${crm.token}`, 401],
  ["a user of another organization", () => `User ${other.administrator.secret}, Element ${crm.token}`, 401],
  [
    "another organization's secret",
    () => `User ${userSecret}, Organization ${other.secret}, Element ${crm.token}`,
    401,
  ],
])("spec §5 hub header, hub call needs both: with %s", async (_, authorization, status) => {
  expect((await send("GET /hubs/crm/contacts?pageSize=1", authorization())).status).toBe(status);
});

test("spec §5 elements-user-password: administrators read a user with that user's password", async () => {
  const headers = { "elements-user-password": me.password };
  const read = await send(`GET /users/${me.email}`, me.authorization, headers);
  expect([read.status, read.body.secret]).toEqual([200, userSecret]);
  expect((await send(`GET /users/${me.email}`, undefined, headers)).status).toBe(401);
  const wrong = await send(`GET /users/${me.email}`, me.authorization, { "elements-user-password": "wrong" });
  expect([wrong.status, wrong.text.includes(userSecret)]).toEqual([401, false]);
});

test("spec §5 secrets of a user: a login by name and password leads to both", async () => {
  const login = await product.send("POST /authentication", { username: me.email, password: me.password }, { as: null });
  expect(login.status, login.text).toBe(200);
  const { body } = await send("GET /authentication/secrets", `Bearer ${login.body.token}`);
  expect(body).toEqual({ userSecret, organizationSecret });
});

test("spec §5 token read again: GET of the instance shows it", async () => {
  expect((await send(`GET /instances/${crm.id}`, me.authorization)).body.token).toBe(crm.token);
});

test("spec §5 refresh without the application: an ended access token is replaced, and the element token stays", async () => {
  await product.provider.dial("crm", { expireTokens: true });
  expect((await product.send("GET /contacts?pageSize=1", undefined, { as: crm.as })).status).toBe(200);
  expect((await send(`GET /instances/${crm.id}`, me.authorization)).body.token).toBe(crm.token);
});

describe("providers", () => {
  test.each([
    ["a key", "demobeacon", "/contacts"],
    ["user name and password", "demomail", "/messages"],
    ["OAuth 2.0", "demodocuments", "/files"],
    ["OAuth 1.0", "demosocial", "/companies"],
    ["a session of the provider's own", "demohr", "/employees"],
  ])("spec §5 OAuth and keys; §1 element instances: are called with %s (%s %s)", async (_, key, path) => {
    const { as } = await product.connect(key);
    expect((await product.send(`GET ${path}?pageSize=1`, undefined, { as })).body).toHaveLength(1);
  });

  test("spec §5 location override; §1 element instances: one ERP account uses the location of its instance, unless the request names another", async () => {
    const { as } = await product.connect("demoerp");
    const locations = async (path: string) => {
      const { body } = await product.send(`GET ${path}`, undefined, { as });
      return new Set(body.map(({ location }: { location: string }) => location));
    };
    const mine = await locations("/items?pageSize=9");
    expect(mine).toEqual(new Set(["LIS"]));
    const [another] = (await product.send("GET /locations?pageSize=9", undefined, { as })).body
      .map(({ id }: { id: string }) => id)
      .filter((id: string) => id !== "LIS");
    expect(await locations(`/items?pageSize=9&locationId=${another}`)).toEqual(new Set([another]));
  });
});

// The specification leaves status and message open.
test("spec §5 failed refresh; §7 revoked token: is 401 with the next step, and the instance shows that it is not valid", async () => {
  const provider = await anOauthProvider();
  const resources = [{ method: "GET", path: "/contacts", vendorPath: "/people" }];
  const element = anOauthElement(provider, { resources });
  await product.send("POST /elements", element);
  const client = { "oauth.api.key": "id", "oauth.api.secret": "s", "oauth.callback.url": "https://app.example/back" };
  const { body: way } = await product.send(
    `GET /elements/${element.key}/oauth/url?apiKey=id&callbackUrl=${client["oauth.callback.url"]}`,
  );
  const { code } = provider.grant(way.oauthUrl);
  const body = { name: "i", element: { key: element.key }, providerData: { code }, configuration: client };
  const { body: instance } = await product.send("POST /instances", body);
  const call = () => product.send("GET /contacts", undefined, { as: asElement(me, instance.token) });
  expect((await call()).status).toBe(200);
  provider.withdraw();
  const refused = await call();
  expect([refused.status, refused.body.message]).toEqual([401, expect.stringMatching(/[Rr]e-?authenticate/)]);
  expect(refused.body.providerMessage).toEqual(expect.any(String));
  expect((await send(`GET /instances/${instance.id}`, me.authorization)).body.valid).toBe(false);
  await provider.close();
});

// Roles are the product's: a viewer reads, a designer changes, an administrator also manages people.
test("spec §5 roles: decide who reads, changes and manages", async () => {
  const body = { name: "Mine", steps: [], triggers: [] };
  const statuses = async (as: Person) => [
    (await product.send("GET /formulas", undefined, { as })).status,
    (await product.send("POST /formulas", body, { as })).status,
    (await product.send("PUT /organizations/me", { name: "Renamed" }, { as })).status,
  ];
  expect(await statuses(other.viewer)).toEqual([200, 403, 403]);
  expect(await statuses(other.designer)).toEqual([200, 200, 403]);
  expect(await statuses(other.administrator)).toEqual([200, 200, 200]);
});

test("spec §5 lifetime of secrets: they are good for years, until the user or the instance goes", async () => {
  const hr = await product.connect("demobeacon");
  product.app.at(new Date(Date.now() + 3 * 365 * 86_400_000));
  expect((await send("GET /formulas", me.authorization)).status).toBe(200);
  expect((await product.send("GET /contacts?pageSize=1", undefined, { as: hr.as })).status).toBe(200);
  product.app.at(undefined);
  await product.send(`DELETE /instances/${hr.id}`);
  expect((await product.send("GET /contacts?pageSize=1", undefined, { as: hr.as })).status).toBe(401);
});
