import { randomBytes } from "node:crypto";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EmbeddedPostgres } from "#server/launch/embedded-postgres.ts";
import { freePort } from "#server/launch/ports.ts";
import { startTemporaryPostgres } from "#server/launch/temporary-postgres.ts";
import { createPasswords } from "#server/outside/passwords.ts";
import { createVault } from "#server/outside/vault.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { aDatabase } from "#server/testing/database.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { applyMigrations } from "#server/testing/postgres-setup.ts";
import { aRouterProcess } from "#server/testing/router-process.ts";
import { aWebProcess, type WebProcess } from "#server/testing/web-process.ts";
import { TEST_SESSION_SECRET } from "#server/testing/worker-process.ts";

const CELL_KEY = randomBytes(32).toString("base64");
const API = "/elements/api-v2";

type RunningCell = { app: TestApp; web: WebProcess; organization: TestOrganization };

let second: EmbeddedPostgres;
let one: RunningCell;
let two: RunningCell;
let router: Awaited<ReturnType<typeof aRouterProcess>>;

beforeAll(async () => {
  const port = await freePort();
  second = await startTemporaryPostgres();
  await applyMigrations(second.url);
  const publicUrl = `http://127.0.0.1:${port}`;
  [one, two] = await Promise.all([
    aCell("one", await aDatabase(), publicUrl),
    aCell("two", { url: second.url, drop: async () => {} }, publicUrl),
  ]);
  router = await aRouterProcess(port, {
    CELLS: `one=${new URL(one.web.api).origin},two=${new URL(two.web.api).origin}`,
    CELL_KEY,
    PUBLIC_URL: publicUrl,
  });
});
afterAll(async () => {
  await Promise.all([router?.stop(), one?.web.kill(), two?.web.kill()]);
  await Promise.all([one?.app.close(), two?.app.close()]);
  await second?.stop();
});

async function aCell(name: string, database: { url: string; drop: () => Promise<void> }, PUBLIC_URL: string) {
  const ENCRYPTION_KEYS = `k1:${Buffer.alloc(32, name).toString("base64")}`;
  const app = await anApp({ database });
  Object.assign(app, { vault: createVault(ENCRYPTION_KEYS), passwords: createPasswords() });
  const organization = await anOrganization(app);
  const web = await aWebProcess(database.url, { ENCRYPTION_KEYS, CELL_KEY, PUBLIC_URL, TRUST_PROXY: "1" });
  return { app, web, organization };
}

const send = (path: string, init: RequestInit = {}) =>
  fetch(`${router.origin}${path}`, { redirect: "manual", ...init });
const as = (authorization: string) => ({ headers: { authorization } });
const json = (body: unknown, headers: Record<string, string> = {}) => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

test("each organization's secrets reach its own cell, and nothing of another", async () => {
  for (const { organization } of [one, two]) {
    const mine = await send(`${API}/organizations/me`, as(organization.administrator.authorization));
    expect([mine.status, await mine.json()]).toEqual([200, expect.objectContaining({ id: organization.id })]);
  }
  const mixed = `User ${one.organization.administrator.secret}, Organization ${two.organization.secret}`;
  for (const authorization of [mixed, "User nobody, Organization nothing", "Bearer nothing", "nonsense"])
    expect((await send(`${API}/organizations/me`, as(authorization))).status).toBe(401);
});
