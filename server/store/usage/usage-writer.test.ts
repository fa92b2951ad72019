import pg from "pg";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createUsageWriter } from "./usage-writer.ts";

let database: TestDatabase;
let pool: pg.Pool;
/** The statements that were executed. */
const statements: string[] = [];
const log = pino({ level: "silent" });

beforeAll(async () => {
  database = await aDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on("error", () => {});
  const send = pool.query.bind(pool);
  Object.assign(pool, {
    query: (query: pg.QueryConfig | string, values?: unknown[]) => {
      if (typeof query === "object" && query.name) statements.push(query.name);
      return (send as (query: unknown, values?: unknown) => unknown)(query, values);
    },
  });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await pool.query("truncate usage, api_tally");
  statements.length = 0;
});

const noted = { organizationId: 1, accountId: 1, userId: 1, elementInstanceId: 1, createdAt: new Date() };
const call = (id: number | string) => ({
  ...noted,
  requestId: String(id),
  ...{ method: "GET", uri: "/contacts", resource: "contacts", ip: "internal", status: 200, processMs: 3 },
});
const count = async () => (await pool.query("select from usage")).rowCount;

test("calls gather, and are written together after a while or when there are many", async () => {
  const usage = createUsageWriter(pool, { log, gatherMs: 50, gatherRows: 500 });
  for (let n = 0; n < 100; n++) usage.note(call(n));
  expect(await count()).toBe(0);
  await expect.poll(count).toBe(100);
  expect(statements).toEqual(["usage_write"]);
  for (let n = 100; n < 600; n++) usage.note(call(n));
  await expect.poll(count, { interval: 2 }).toBe(600);
  expect(statements).toEqual(["usage_write", "usage_write"]);
  await usage.close();
});

test("flush and close leave nothing behind; the same call twice is one row", async () => {
  const usage = createUsageWriter(pool, { log, gatherMs: 60_000 });
  usage.note(call("one"));
  usage.note(call("one"));
  await usage.flush();
  expect(await count()).toBe(1);
  usage.note(call("two"));
  await usage.close();
  expect(await count()).toBe(2);
});

test("a row that no column can hold is dropped, and the next one is written", async () => {
  const usage = createUsageWriter(pool, { log, gatherMs: 5 });
  usage.note({ ...call("refused"), elementInstanceId: 2 ** 40 });
  await usage.flush();
  usage.note(call("written"));
  await usage.close();
  const { rows } = await pool.query("select request_id from usage");
  expect(rows).toEqual([{ request_id: call("written").requestId }]);
});

test("several processes count the calls of an account's minute together", async () => {
  const writers = [1, 2, 3].map(() => createUsageWriter(pool, { log }));
  const at = new Date("2026-05-20T12:34:56Z");
  for (const usage of writers)
    for (let n = 0; n < 10; n++) usage.tally({ organizationId: 1, accountId: 1 + (n % 2) }, at);
  await Promise.all(writers.map((usage) => usage.close()));
  const { rows } = await pool.query("select account_id, minute, calls from api_tally order by 1");
  const minute = new Date("2026-05-20T12:34:00Z");
  expect(rows).toEqual([
    { account_id: 1, minute, calls: 15 },
    { account_id: 2, minute, calls: 15 },
  ]);
});

describe("while the database is away", () => {
  test("calls wait for it, up to a limit, and nobody waits for them", async () => {
    const away = new pg.Pool({ connectionString: database.url, max: 1 });
    away.on("error", () => {});
    const usage = createUsageWriter(away, { log, gatherMs: 20, maxRows: 50 });
    let isAway = true;
    const send = away.query.bind(away);
    Object.assign(away, {
      query: (query: never) =>
        isAway ? Promise.reject(Object.assign(new Error("gone"), { code: "ECONNREFUSED" })) : send(query),
    });
    for (let n = 0; n < 80; n++) usage.note(call(n));
    usage.tally({ organizationId: 1, accountId: 1 }, new Date());
    await usage.flush();
    expect(await count()).toBe(0);
    isAway = false;
    await expect.poll(count).toBe(50);
    await usage.close();
    expect((await pool.query("select calls from api_tally")).rows).toEqual([{ calls: 1 }]);
    await away.end();
  });
});
