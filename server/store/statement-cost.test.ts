import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openJobQueues } from "#server/outside/job-queues.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { fillGrown, type Grown } from "#server/testing/grown-database.ts";
import { growingWork } from "#server/testing/grown-work.ts";
import { collectStatements, explainAll, nodesOf, type RanStatement } from "#server/testing/statement-log.ts";
import { type DatabaseOptions, openDatabase } from "./open-database.ts";

/**
 * Ended executions, and as many events and requests: far more than any statement of a hot path or of periodic work may
 * read. `npm run bench -- growth` prints the same for two million.
 */
const HISTORY = 20_000;

/** The backlog has 4,000 executions, however long the history is, and a batch of retention 1,000. */
const MOST_ROWS = 4500;
/** Pages that a statement of a hot path reads, and those that it reads and writes for each row that it changes. */
const MOST_BLOCKS = 200;
const BLOCKS_PER_ROW = 90;

let database: TestDatabase;
let grown: Grown;
beforeAll(async () => {
  database = await aDatabase();
  const db = openDatabase(database.url);
  await (await openJobQueues(db.jobs, { works: false, onError: () => {} })).close();
  await db.close();
  grown = await fillGrown(database.url, HISTORY);
});
afterAll(() => database.drop());

/** How many rows a statement reads at most from one table or index, those that a condition rejected included. */
const rowsReadBy = ({ plan }: RanStatement) =>
  Math.max(
    ...nodesOf(plan)
      .filter((node) => node["Relation Name"] !== undefined && node["Node Type"] !== "ModifyTable")
      .map(
        (node) => ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * (node["Actual Loops"] ?? 1),
      ),
    0,
  );

const rowsChangedBy = ({ plan }: RanStatement) =>
  Math.max(
    ...nodesOf(plan)
      .filter((node) => node["Node Type"] === "ModifyTable")
      .map((node) => node["Actual Rows"] ?? 0),
    0,
  );

const CONNECTIONS: [string, DatabaseOptions, { plans: string }][] = [
  ["a direct connection", {}, { plans: "auto" }],
  ["a pooler of transactions, whose sessions have no settings", { pooler: "transaction" }, { plans: "auto" }],
  [
    "a pooler that remembers statements, and plans them for any values",
    { pooler: "transaction", preparedStatements: true },
    { plans: "force_generic_plan" },
  ],
];

describe.each(CONNECTIONS)("through %s", (_, options, { plans }) => {
  test("no statement of a hot path or of periodic work reads the history", async () => {
    await explainAll({ adminUrl: inject("postgresAdminUrl"), url: database.url }, { plan_cache_mode: plans });
    const app: TestApp = await anApp({ database: { ...database, drop: async () => {} } });
    const db = openDatabase(database.url, options);
    const seen: RanStatement[] = [];
    const log = collectStatements([db.pool, db.queries]);
    for (const { name, kind, run } of growingWork({ ...app, db }, grown)) {
      if (kind === "list") continue;
      if (kind === "hot") await run();
      // A session reads the catalog when it first opens a table, such as the partition that a row moves to.
      log.take();
      await run();
      const statements = log.take();
      seen.push(...statements);
      for (const statement of statements) {
        const title = `${name}: ${statement.text}`;
        expect(rowsReadBy(statement), title).toBeLessThan(MOST_ROWS);
        expect(statement.isCompiled, title).toBe(false);
        const most = MOST_BLOCKS + BLOCKS_PER_ROW * rowsChangedBy(statement);
        if (kind === "hot") expect(statement.blocks, title).toBeLessThan(most);
      }
    }
    await db.close();
    await app.close();
    expect(seen.length).toBeGreaterThan(100);
  });
});

test("no plan that was made while nothing was in progress reads all that is in progress later", async () => {
  await explainAll({ adminUrl: inject("postgresAdminUrl"), url: database.url }, { plan_cache_mode: "auto" });
  const app: TestApp = await anApp({ database: { ...database, drop: async () => {} } });
  const db = openDatabase(database.url);
  const { pool } = app.db;
  await pool.query("create table backlog as select * from execution where record = 0 and status <> 'success'");
  await pool.query("alter table execution_0 set (autovacuum_enabled = false)");
  await pool.query("delete from execution where record = 0");
  await pool.query("vacuum analyze execution_0");
  const log = collectStatements([db.pool, db.queries]);
  const work = growingWork({ ...app, db }, grown).filter(({ kind }) => kind === "hot");
  for (const { run } of work) await run();
  await pool.query("insert into execution select * from backlog");
  const { rowCount: backlog } = await pool.query("select from backlog");
  for (const { name, run } of work) {
    log.take();
    await run();
    for (const statement of log.take())
      expect.soft(rowsReadBy(statement), `${name}: ${statement.text}`).toBeLessThan((backlog ?? 0) / 4);
  }
  await db.close();
  await app.close();
});
