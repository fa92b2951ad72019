import { createHash, randomBytes } from "node:crypto";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EmbeddedPostgres } from "#server/launch/embedded-postgres.ts";
import { freePort } from "#server/launch/ports.ts";
import { startTemporaryPostgres } from "#server/launch/temporary-postgres.ts";
import { createPasswords } from "#server/outside/passwords.ts";
import { createVault } from "#server/outside/vault.ts";
import { LOOKUP_PATH, SIGNATURE_HEADER, signLookup } from "#server/routing-key.ts";
import { mintState } from "#server/services/instance/connect-state.ts";
import { signedName } from "#server/services/instance/event-address.ts";
import { mintInvitation } from "#server/services/invite/invitation.ts";
import { mintSetupLink } from "#server/services/setup/setup-link.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { aDatabase } from "#server/testing/database.ts";
import { anElement } from "#server/testing/elements.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { applyMigrations } from "#server/testing/postgres-setup.ts";
import { aRouterProcess, type RouterProcess } from "#server/testing/router-process.ts";
import { aWebProcess, type WebProcess } from "#server/testing/web-process.ts";
import { TEST_SESSION_SECRET } from "#server/testing/worker-process.ts";

const CELL_KEY = randomBytes(32).toString("base64");
const API = "/elements/api-v2";

/** A web process with its own database. The app in this process writes to the same database, with the same keys. */
type RunningCell = {
  app: TestApp;
  web: WebProcess;
  organization: TestOrganization;
  organizationName: string;
  admin: Person;
};

let secondPostgres: EmbeddedPostgres;
let one: RunningCell;
let two: RunningCell;
let router: RouterProcess;

beforeAll(async () => {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  secondPostgres = await startTemporaryPostgres();
  await applyMigrations(secondPostgres.url);
  [one, two] = await Promise.all([
    aCell(1, publicUrl, await aDatabase()),
    aCell(2, publicUrl, { url: secondPostgres.url, drop: async () => {} }),
  ]);
  router = await aRouterProcess(port, {
    CELLS: `one=${new URL(one.web.api).origin},two=${new URL(two.web.api).origin}`,
    CELL_KEY,
    PUBLIC_URL: publicUrl,
  });
});
afterAll(async () => {
  await Promise.all([router?.kill(), one?.web.kill(), two?.web.kill()]);
  await Promise.all([one?.app.close(), two?.app.close()]);
  await secondPostgres?.stop();
});

async function aCell(
  number: number,
  PUBLIC_URL: string,
  database: { url: string; drop: () => Promise<void> },
): Promise<RunningCell> {
  const ENCRYPTION_KEYS = `k1:${Buffer.alloc(32, number).toString("base64")}`;
  const app = await anApp({ database, env: { PUBLIC_URL } });
  Object.assign(app, { vault: createVault(ENCRYPTION_KEYS), passwords: createPasswords() });
  const organization = await anOrganization(app);
  const { name } = await app.db.prisma.organization.findFirstOrThrow({ where: { id: organization.id } });
  const web = await aWebProcess(database.url, { ENCRYPTION_KEYS, CELL_KEY, PUBLIC_URL, TRUST_PROXY: "1" });
  return { app, web, organization, organizationName: name, admin: organization.administrator };
}

const both = () => [one, two];
const other = (cell: RunningCell) => (cell === one ? two : one);
const send = (path: string, init: RequestInit = {}) =>
  fetch(`${router.origin}${path}`, { redirect: "manual", ...init });
const as = (authorization: string): RequestInit => ({ headers: { authorization } });
const posting = (value: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(value),
});
// biome-ignore lint/suspicious/noExplicitAny: replies of every shape.
async function json(reply: Promise<Response>): Promise<any> {
  const response = await reply;
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return JSON.parse(text);
}
async function statusOf(reply: Promise<Response>): Promise<number> {
  const response = await reply;
  await response.arrayBuffer();
  return response.status;
}
const post = ({ admin }: RunningCell, path: string, value: unknown) =>
  json(send(`${API}${path}`, posting(value, { authorization: admin.authorization })));
const signIn = ({ email: username, password }: Pick<Person, "email" | "password">, at = "") =>
  send(`${at}${API}/authentication`, posting({ username, password }));
const organizationOf = async (authorization: string): Promise<string> =>
  (await json(send(`${API}/organizations/me`, as(authorization)))).name;

/** A person with a password in this cell. */
async function aPerson({ app, organization }: RunningCell, email: string): Promise<Person> {
  const person = await organization.aColleague({ role: "administrator" });
  await app.db.prisma.user.update({ where: { id: person.id }, data: { email } });
  return { ...person, email };
}

test("A04: secrets, API keys, sessions and tokens reach the cell of their organization, and nothing of another", async () => {
  for (const cell of both()) {
    const { admin, organization, organizationName } = cell;
    expect(await organizationOf(admin.authorization)).toBe(organizationName);
    const { token } = await json(signIn(admin));
    expect(await json(send(`${API}/authentication/secrets`, as(`Bearer ${token}`)))).toEqual({
      userSecret: admin.secret,
      organizationSecret: organization.secret,
    });
    const { key } = await post(cell, "/api-keys", { name: "Reads", scopes: ["administration:read"] });
    expect(await organizationOf(`User ${key}, Organization ${organization.secret}`)).toBe(organizationName);
    const mixed = `User ${admin.secret}, Organization ${other(cell).organization.secret}`;
    for (const authorization of [mixed, "User nobody, Organization nothing", "Bearer nothing", "nonsense"])
      expect(await statusOf(send(`${API}/organizations/me`, as(authorization)))).toBe(401);
    expect(await statusOf(send(`${API}/organizations/me`))).toBe(401);
    const form = new URLSearchParams({ j_username: admin.email, j_password: admin.password });
    const old = await send("/elements/j_spring_security_check", { method: "POST", body: form });
    const [cookie = ""] = old.headers.getSetCookie();
    expect(await json(send("/elements/api-v1/ui/getSecrets", { headers: { cookie } }))).toMatchObject({
      user: admin.secret,
    });
  }
});

test("webhooks reach the instance of their signed address, also where both cells have its id", async () => {
  const connections = await Promise.all(
    both().map(async (cell) => {
      const element = { ...anElement(), key: "both" };
      await post(cell, "/elements", element);
      const configuration = { "event.notification.enabled": "true" };
      const { id, token } = await post(cell, "/elements/both/instances", { name: "A connection", configuration });
      const authorization = `User ${cell.admin.secret}, Element ${token}`;
      expect(await json(send(`${API}/instances/events`, as(authorization)))).toEqual([]);
      return { cell, id: id as number, token: token as string, authorization };
    }),
  );
  expect(connections[0]?.id).toBe(connections[1]?.id);
  const counts = () => Promise.all(both().map(({ app }) => app.db.prisma.event.count()));
  for (const [index, { id, token }] of connections.entries()) {
    const before = await counts();
    const path = `${API}/events/both/${signedName({ id, token })}`;
    expect(await statusOf(send(path, posting({ event: index })))).toBe(200);
    expect(await counts()).toEqual(before.map((count, at) => count + (at === index ? 1 : 0)));
  }
  const [{ id } = { id: 0 }] = connections;
  const unsigned = `${API}/events/both/${id}`;
  const before = await counts();
  const ambiguous = await send(unsigned, posting({}));
  expect([ambiguous.status, await ambiguous.text()]).toEqual([409, expect.stringContaining("/cells/<name>/")]);
  expect(await statusOf(send(`/cells/two${unsigned}`, posting({})))).toBe(200);
  expect(await counts()).toEqual([before[0], (before[1] ?? 0) + 1]);
  expect(await statusOf(send(`${API}/events/both/999999`, posting({})))).toBe(404);
});

test("links to pages, and states of providers, reach the cell that made them", async () => {
  for (const { app, organization, organizationName } of both()) {
    const { token } = mintInvitation(app, {
      ...{ organizationId: organization.id, userId: organization.administrator.id },
      ...{ email: "new@example.test", role: "org-admin" },
    });
    const invited = await json(send(procedure("invite.read", token)));
    expect(invited.result.data).toMatchObject({ organization: organizationName });
    const suggestion = { email: "a@x.test", organization: "Any", name: "A B" };
    const setup = mintSetupLink(app, suggestion).url.split("/").at(-1) ?? "";
    // It was made here, and the installation is set up already.
    expect(await statusOf(send(procedure("setup.read", setup)))).toBe(409);
  }
  expect(await statusOf(send(procedure("setup.read", "bm90IG91cnM")))).toBe(400);
  for (const { app, organization } of both()) {
    const caller = { ...organization, organizationId: organization.id, userId: organization.administrator.id };
    const { state } = mintState({ ...app, caller: caller as never }, { elementId: 1, name: "x", configuration: {} });
    const back = await send(`/oauth/callback?code=c&state=${encodeURIComponent(state)}`);
    // Its own cell can read it.
    expect([back.status, await back.text()]).toEqual([400, expect.stringContaining("another browser")]);
  }
  for (const cell of both()) {
    const { id: element } = await post(cell, "/elements", { ...anElement(), key: "shop" });
    const { url } = await post(cell, "/connect-sessions", { element, allowedOrigin: "https://app.example.com" });
    const token = new URL(url).pathname.split("/").at(-1) ?? "";
    const read = await json(send(procedure("connect.read", token)));
    expect(read.result.data).toMatchObject({ element: expect.any(String) });
    const submitted = send(`/api/trpc/connect.submit?batch=1`, posting({ 0: { token, configuration: {} } }));
    expect(await statusOf(submitted)).toBe(200);
    expect(await json(send(`${API}/instances?pageSize=200`, as(cell.admin.authorization)))).toContainEqual(
      expect.objectContaining({ element: expect.objectContaining({ key: "shop" }) }),
    );
  }
});
const procedure = (name: string, token: string) =>
  `/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify({ token }))}`;

test("an e-mail address in two cells is the user's who was created first; the address of the cell leads to the other", async () => {
  const [first, second] = [await aPerson(two, "twice@example.test"), await aPerson(one, "twice@example.test")];
  const secretOf = async (reply: Promise<Response>) =>
    (await json(send(`${API}/authentication/secrets`, as(`Bearer ${(await json(reply)).token}`)))).userSecret;
  expect(await secretOf(signIn(first))).toBe(first.secret);
  expect(await secretOf(signIn(second, "/cells/one"))).toBe(second.secret);
  expect(await statusOf(signIn(second, "/cells/three"))).toBe(404);
});

test("a browser is sent to the cell of its session, as a stream as well", async () => {
  for (const [index, { admin }] of both().entries()) {
    const { token } = await json(signIn(admin));
    const session = await encode({ token: { signedIn: { token } }, secret: TEST_SESSION_SECRET });
    const chosen = await send(`/cells/${index === 0 ? "one" : "two"}/home?a=b`);
    expect([chosen.status, chosen.headers.get("location")]).toEqual([303, "/home?a=b"]);
    const [cell = ""] = chosen.headers.getSetCookie().map((text) => text.split(";", 1)[0]);
    const headers = { cookie: `next-auth.session-token=${session}; ${cell}` };
    expect(await statusOf(send("/api/trpc/formula.names", { headers }))).toBe(200);
    const elsewhere = { cookie: `next-auth.session-token=${session}; formulary_cell=${index === 0 ? "two" : "one"}` };
    expect(await statusOf(send("/api/trpc/formula.names", { headers: elsewhere }))).toBe(401);

    const leave = new AbortController();
    const live = await send("/api/live", { headers, signal: leave.signal });
    const reader = live.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain("event: changed");
    leave.abort();
  }
  const evil = await send("/cells/one//evil.example/");
  expect(evil.headers.get("location")).toBe("/");
});

test("A14, A25: limits of sign-ins count by the address that the router sees, not by one that the client names", async () => {
  const wrong = { email: "nobody@example.test", password: "wrong" };
  const before = await one.app.db.prisma.passwordAttempt.findMany();
  await send(
    `${API}/authentication`,
    posting({ username: wrong.email, password: "x" }, { "x-forwarded-for": "9.9.9.9" }),
  );
  const after = await one.app.db.prisma.passwordAttempt.findMany();
  const subjects = after
    .map(({ subject }) => subject)
    .filter((name) => !before.some(({ subject }) => subject === name));
  expect(JSON.stringify(after)).toContain("127.0.0.1");
  expect(JSON.stringify(after)).not.toContain("9.9.9.9");
  expect(subjects.length).toBeGreaterThan(0);
});

test("only the router may look up, and nobody through it", async () => {
  const text = JSON.stringify({ kind: "email", email: one.admin.email });
  const lookUp = (origin: string, signature: string) =>
    fetch(`${origin}${LOOKUP_PATH}`, { method: "POST", headers: { [SIGNATURE_HEADER]: signature }, body: text });
  const { origin } = new URL(one.web.api);
  const right = signLookup(CELL_KEY, text, Date.now());
  expect(await json(lookUp(origin, right))).toEqual({
    ...{ isKnown: true, since: expect.any(Number), sessionSecret: expect.any(String) },
  });
  const signatures = {
    none: "",
    anotherKey: signLookup(randomBytes(32).toString("base64"), text, Date.now()),
    anotherText: signLookup(CELL_KEY, `${text} `, Date.now()),
    old: signLookup(CELL_KEY, text, Date.now() - 120_000),
    cut: right.slice(0, -1),
  };
  for (const [name, signature] of Object.entries(signatures))
    expect(await statusOf(lookUp(origin, signature)), name).toBe(404);
  for (const path of [LOOKUP_PATH, `/cells/one${LOOKUP_PATH}`, "/metrics"])
    expect(
      await statusOf(
        fetch(`${router.origin}${path}`, { method: "POST", headers: { [SIGNATURE_HEADER]: right }, body: text }),
      ),
    ).not.toBe(200);
});

test("a cell whose database is killed responds with 503, and the others are not affected", async () => {
  process.kill(-secondPostgres.pid, "SIGKILL");
  const statuses: number[] = [];
  const down = async () =>
    statuses.push(await statusOf(send(`${API}/formulas`, as(two.admin.authorization)))) && statuses;
  // The first request may be served before the signal arrives.
  await expect.poll(down).toContain(503);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(await statusOf(signIn(one.admin))).toBe(200);
  expect(await organizationOf(one.admin.authorization)).toBe(one.organizationName);
});

test("a cell that is killed takes nothing with it but its own organizations", async () => {
  const secretOfNobody = createHash("sha256").update("never seen").digest("hex");
  await two.web.kill();
  const mine = Array.from({ length: 20 }, () => organizationOf(one.admin.authorization));
  expect(new Set(await Promise.all(mine))).toEqual(new Set([one.organizationName]));
  expect(await statusOf(signIn(one.admin))).toBe(200);
  const down = await send(`${API}/organizations/me`, as(two.admin.authorization));
  expect([down.status, down.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await down.json()).toMatchObject({
    message: expect.stringContaining("does not respond"),
    requestId: expect.any(String),
  });
  expect(
    await statusOf(send(`${API}/formulas`, posting({ name: "x" }, { authorization: two.admin.authorization }))),
  ).toBe(503);
  // It may be one of the silent cell.
  expect(await statusOf(send(`${API}/organizations/me`, as(`User ${secretOfNobody}, Organization x`)))).toBe(503);
  expect(await statusOf(send(`${API}/events/both/1`, posting({})))).toBe(503);
  // The status does not say which addresses the other cell has.
  for (const { email } of [one.admin, two.admin, { email: "nobody@example.test" }])
    expect(await statusOf(signIn({ email, password: "wrong" }))).toBe(503);
  for (const path of ["/livez", "/readyz", `${API}/openapi.json`, "/elements/jsp/login.jsp"])
    expect(await statusOf(send(path)), path).toBe(200);
  const page = await send("/home", { headers: { cookie: "formulary_cell=two", accept: "text/html" } });
  expect([page.status, page.headers.get("content-type")]).toEqual([503, "text/html; charset=utf-8"]);
});

test("the log of the router has no secret and no address of a person", () => {
  const log = router.log();
  expect(log).toContain("a cell did not respond");
  for (const { admin, organization } of both())
    for (const secret of [admin.secret, organization.secret, admin.email, admin.password, CELL_KEY])
      expect(log).not.toContain(secret);
});
