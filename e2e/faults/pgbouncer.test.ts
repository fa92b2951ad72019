import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forOrganization, openDatabase } from "#server/store/open-database.ts";
import { aFormula } from "#server/testing/formulas.ts";
import { aPgBouncer, hasPgBouncer, type PgBouncer } from "#server/testing/pgbouncer.ts";
import { refusalOf } from "#server/testing/refused-process.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { aWebProcess, type WebProcess } from "#server/testing/web-process.ts";
import { aWorkerProcess, type WorkerProcess } from "#server/testing/worker-process.ts";

const AT_ONCE = 3;
const ROUNDS = 5;

describe.skipIf(!hasPgBouncer)("behind PgBouncer in transaction mode (apt-get install pgbouncer)", () => {
  let api: RunningApi;
  let bouncer: PgBouncer;
  let web: WebProcess;
  let worker: WorkerProcess;
  beforeAll(async () => {
    api = await aRunningApi({ works: false });
    bouncer = await aPgBouncer(api.app.databaseUrl);
    const settings = { DATABASE_POOLER: "transaction", DATABASE_DIRECT_URL: api.app.databaseUrl };
    [web, worker] = await Promise.all([aWebProcess(bouncer.url, settings), aWorkerProcess(bouncer.url, settings)]);
  });
  afterAll(async () => {
    await web?.stop();
    await worker?.stop();
    await bouncer?.stop();
    await api.close();
  });

  async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const reply = await fetch(`${web.api}${path}`, {
      method,
      headers: { authorization: api.as.authorization, "content-type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    expect(reply.status, `${method} ${path}: ${text}`).toBe(200);
    return JSON.parse(text);
  }

  test("every request of every kind succeeds, side by side, and the worker runs what waits", async () => {
    async function round() {
      const { id } = await send("POST", "/formulas", aFormula());
      const { id: instanceId } = await send("POST", `/formulas/${id}/instances`, { name: "One" });
      const executions = `/formulas/instances/${instanceId}/executions`;
      const [waited] = await send("POST", executions, { n: 1 }, { prefer: "wait=60" });
      expect(waited).toMatchObject({ status: "success", result: { seen: { n: 1 } } });
      const [{ id: executionId }] = await send("POST", executions, { n: 2 });
      await expect
        .poll(async () => (await send("GET", `/formulas/instances/executions/${executionId}`)).status)
        .toBe("success");
      await send("GET", "/formulas");
    }
    const rounds = async () => {
      for (let n = 0; n < ROUNDS; n++) await round();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, rounds));
    const console = new pg.Client({ connectionString: bouncer.adminUrl });
    await console.connect();
    const { rows } = await console.query("show stats_totals");
    await console.end();
    const { pathname } = new URL(bouncer.url);
    const own = rows.find(({ database }) => database === pathname.slice(1));
    expect(Number(own.xact_count)).toBeGreaterThan(AT_ONCE * ROUNDS * 6);
  });

  test("statements for callers of several organizations, side by side, see the rows of their own", async () => {
    const db = openDatabase(bouncer.url, { pooler: "transaction" });
    expect((await db.rowSecurity()).missing).toBeNull();
    const organizations = [4001, 4002, 4003];
    await db.installation.hub.createMany({
      data: organizations.map((organizationId) => ({ organizationId, key: "own", name: "own", description: "" })),
    });
    const isOwn = (rows: { organizationId: number | null }[], id: number) =>
      expect(rows.map(({ organizationId }) => organizationId)).toEqual([id]);
    await Promise.all(
      Array.from({ length: 90 }, async (_, n) => {
        const id = organizations[n % 3] ?? 0;
        const { prisma } = forOrganization(db, id);
        if (n % 2) isOwn(await prisma.hub.findMany(), id);
        else isOwn(await prisma.$transaction((tx) => tx.hub.findMany()), id);
        expect(await db.installation.hub.count()).toBe(3);
      }),
    );
    await db.close();
  });

  test("without the setting a process says what to set, in one line", async () => {
    const stderr = await refusalOf({ DATABASE_URL: bouncer.url });
    expect(stderr).toContain("set DATABASE_POOLER=transaction and DATABASE_DIRECT_URL");
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});
