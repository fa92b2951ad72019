import { afterEach, beforeEach, expect, test } from "vitest";
import { handleCall, TRPC_PATH } from "#server/api/trpc/handle-call.ts";
import { createVault } from "#server/outside/vault.ts";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { TEST_KEYS } from "#server/testing/worker-process.ts";
import { signInBrand } from "../organization/sign-in-brand.ts";
import { mintSetupLink } from "./setup-link.ts";

let app: TestApp;
beforeEach(async () => {
  app = await anApp();
  Object.assign(app, { vault: createVault(TEST_KEYS) });
  registerApp(app);
});
afterEach(() => app.close());

const suggestion = { email: "ada@example.test", organization: "Acme", name: "Ada King Lovelace" };
const aToken = () => mintSetupLink(app, suggestion).url.split("/").at(-1) ?? "";
const person = { organization: "Acme", email: "ada@example.test", firstName: "Ada", lastName: "Lovelace" };
const password = "Engine-1842-Notes";

async function send(path: string, input: object, method: "GET" | "POST") {
  const query = method === "GET" ? `?input=${encodeURIComponent(JSON.stringify(input))}` : "";
  const headers = { "content-type": "application/json" };
  const body = method === "POST" ? { body: JSON.stringify(input) } : {};
  const request = new Request(`https://formulary.test${TRPC_PATH}/${path}${query}`, { method, headers, ...body });
  const reply = await handleCall(app, request, undefined);
  const { result, error } = await reply.json();
  return { status: reply.status, data: result?.data, message: error?.message as string | undefined };
}
const read = (token: string) => send("setup.read", { token }, "GET");
const complete = (token: string, changes: object = {}) =>
  send("setup.complete", { token, ...person, password, ...changes }, "POST");
/** Without the organization that owns the catalog. */
const organizations = async () => (await app.db.prisma.organization.count()) - 1;

test("the first administrator is made by the link, and can sign in", async () => {
  const token = aToken();
  const { email, organization } = suggestion;
  expect(await read(token)).toMatchObject({
    status: 200,
    data: { email, organization, firstName: "Ada", lastName: "King Lovelace" },
  });
  expect(await complete(token)).toMatchObject({ status: 200, data: { email } });
  const entered = await createSession({ username: email, password });
  expect(entered).toMatchObject({ organizationName: "Acme", organizationAdmin: true });
  expect(await app.db.prisma.auditEntry.count({ where: { entity: "organization", action: "created" } })).toBe(1);
});

test("the sign-in shows the brand of the only organization", async () => {
  expect(await signInBrand(app)).toBeNull();
  await complete(aToken());
  expect(await signInBrand(app)).toEqual({ name: "Acme", accent: null, logo: null });
  const branding = { accentColor: "#047857" };
  await app.db.prisma.organization.updateMany({ where: { name: "Acme" }, data: { branding } });
  expect(await signInBrand(app)).toMatchObject({ name: "Acme", accent: { light: "#047857" } });
  const other = { name: "Beacon", secretHash: Buffer.from("another"), secretSealed: "" };
  await app.db.prisma.organization.create({ data: other });
  expect(await signInBrand(app)).toBeNull();
});

test("once there is a user no link sets up anything", async () => {
  const [token, other] = [aToken(), aToken()];
  await complete(token);
  for (const one of [token, other]) {
    expect(await read(one)).toMatchObject({ status: 409, message: expect.stringContaining("already set up") });
    expect((await complete(one, { email: "eve@example.test" })).status).toBe(409);
  }
  expect(await organizations()).toBe(1);
});

test("of many who come at once one sets it up", async () => {
  const token = aToken();
  const all = await Promise.all([1, 2, 3, 4, 5].map((n) => complete(token, { email: `person${n}@example.test` })));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect([await organizations(), await app.db.prisma.user.count()]).toEqual([1, 2]);
});

test("a link that was not made here, or has expired, opens nothing", async () => {
  expect(await read("bm90IG91cnM")).toMatchObject({
    status: 400,
    message: expect.stringContaining("it was not made by this server"),
  });
  const others = { ...app, vault: createVault(`test:${Buffer.alloc(32, 2).toString("base64")}`) };
  const stolen = mintSetupLink(others, suggestion).url.split("/").at(-1) ?? "";
  expect((await complete(stolen)).status).toBe(400);
  const token = aToken();
  app.at(new Date(Date.now() + 25 * 3600_000));
  for (const reply of [await read(token), await complete(token)])
    expect(reply).toMatchObject({ status: 400, message: expect.stringContaining("it has expired") });
  expect(await organizations()).toBe(0);
});

test("validates the fields, the password by the default policy", async () => {
  const token = aToken();
  expect(await complete(token, { password: "short" })).toMatchObject({
    status: 400,
    message: expect.stringContaining("password"),
  });
  for (const wrong of [{ email: "nobody" }, { organization: " " }, { firstName: "" }])
    expect((await complete(token, wrong)).status).toBe(400);
  expect(await organizations()).toBe(0);
});
