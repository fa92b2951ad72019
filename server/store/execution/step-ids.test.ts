import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { fillGrown, type Grown } from "#server/testing/grown-database.ts";
import { collectStatements, explainAll } from "#server/testing/statement-log.ts";
import { type Database, openDatabase } from "../open-database.ts";
import type { NewExecution, NewStep } from "./execution-batch.ts";
import { heartbeat, releaseAll } from "./execution-leases.ts";
import { findStep } from "./execution-records.ts";
import { createExecutionWriter } from "./execution-writer.ts";
import { executionIds } from "./executions.ts";
import { findRunStep } from "./run-steps.ts";

/** The ids that the API accepts have as many digits. */
const DIGITS = 15;
const MOST_BLOCKS = 60;

let database: TestDatabase;
let db: Database;
let grown: Grown;
beforeAll(async () => {
  database = await aDatabase();
  grown = await fillGrown(database.url, 10_000);
  db = openDatabase(database.url);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const RUNNER = "00000000-0000-0000-0000-000000000002";
const step = (seq: number): NewStep => ({
  ...{ seq, attempt: 1, path: "", stepName: `s${seq}`, stepType: "script", engine: "v3", status: "success" },
  ...{
    took: "onSuccess",
    hidden: false,
    output: "{}",
    outputFile: null,
    notes: null,
    notesFile: null,
    error: null,
    reason: null,
  },
  ...{ sealed: null, contextSize: 2, delayMs: 0, durationMs: 1, createdAt: new Date() },
});
const idsOf = async (executionId: number) => {
  const { rows } = await db.pool.query<{ id: number }>(
    "select id::float8 as id from step_execution where execution_id = $1 order by seq",
    [executionId],
  );
  return rows.map(({ id }) => id);
};
/** The ids of the steps with these numbers of a new execution. */
async function write(seqs: number[], { computesStepIds = true, id }: { computesStepIds?: boolean; id?: number } = {}) {
  const { organizationId, accountId, formulaId, formulaInstanceId } = grown;
  const executionId = id ?? (await executionIds(db.pool)());
  const execution: NewExecution = {
    ...{ id: executionId, organizationId, accountId, formulaId, formulaInstanceId, revision: 1, status: "pending" },
    ...{
      triggerType: "manual",
      trigger: "{}",
      triggerFile: null,
      cause: null,
      eventId: null,
      objectId: null,
      requestId: null,
    },
    ...{ late: false, singleThreaded: false, runnerId: RUNNER, createdAt: new Date() },
  };
  const writer = createExecutionWriter(db.pool, { peers: { computesStepIds } });
  await Promise.all([
    writer.insert(execution),
    writer.steps({ organizationId, executionId, leaseEpoch: 1 }, seqs.map(step)),
  ]);
  await writer.close();
  return idsOf(executionId);
}
/** A caller who sees one account, that of the executions. */
const viewer = () => ({ ...grown, seesAllAccounts: false });
/** Callers who may not see them: of another account, and of another organization with all of its accounts. */
const strangers = () => [
  { ...viewer(), accountId: grown.accountId + 1 },
  { ...viewer(), organizationId: grown.organizationId + 1, seesAllAccounts: true },
];
/** The numbers of the steps that the two lookups find for an organization. */
const found = async (id: number, as = viewer()) =>
  (await Promise.all([findStep(db.queries, as, id), findRunStep(db.queries, as, id)])).map((row) => row?.seq);

test("each step has an id of its own, whichever way it got it, and is found by it by those alone who may see it", async () => {
  const seqs = [0, 1, 4095, 4096, 100_000];
  const far = { id: 2 ** 40 };
  const all = [
    ...[await write(seqs), await write(seqs), await write(seqs, far)],
    ...[await write(seqs, { computesStepIds: false }), (await idsOf(grown.executionId)).slice(0, 2)],
  ];
  const ids = all.flat();
  expect(new Set(ids).size).toBe(5 * 4 + 2);
  expect(ids.filter((id) => String(id).length > DIGITS)).toEqual([]);
  for (const own of all) {
    for (const [index, id] of own.entries()) {
      expect(await found(id)).toEqual([seqs[index], seqs[index]]);
      for (const stranger of strangers()) expect(await found(id, stranger)).toEqual([undefined, undefined]);
    }
  }
});

test("the id that a step would have, but has not, is nobody's", async () => {
  const [computed = 0] = await write([7]);
  const id = computed + 4096;
  expect(await found(id)).toEqual([undefined, undefined]);
  await write([7], { computesStepIds: false });
  expect(await found(id)).toEqual([undefined, undefined]);
});

test("a step is found within a few blocks of many partitions, by an id of either kind", async () => {
  await explainAll({ adminUrl: inject("postgresAdminUrl"), url: database.url });
  const explained = openDatabase(database.url);
  const log = collectStatements([explained.queries]);
  const kinds = [await idsOf(grown.executionId), await idsOf(grown.executionId - 1)];
  expect(kinds.map(([id = 0]) => id > 2 ** 40)).toEqual([true, false]);
  for (const [id = 0] of kinds) {
    await findStep(explained.queries, viewer(), id);
    await findRunStep(explained.queries, viewer(), id);
  }
  const statements = log.take();
  expect(statements).toHaveLength(4);
  for (const { text, blocks } of statements) expect(blocks, text).toBeLessThan(MOST_BLOCKS);
  await explained.close();
});

test("ids are computed once all living processes find them", async () => {
  const beat = () => heartbeat(db.pool, { runnerId: RUNNER, kind: "web", aliveMs: 10_000, fileStore: null });
  const before = "00000000-0000-0000-0000-000000000003";
  await db.pool.query("delete from runner");
  expect((await beat()).computesStepIds).toBe(true);
  // As the version before writes it.
  await db.pool.query("insert into runner (id, kind, alive_until) values ($1, 'web', now() + interval '1 hour')", [
    before,
  ]);
  expect((await beat()).computesStepIds).toBe(false);
  await releaseAll(db.pool, before);
  expect((await beat()).computesStepIds).toBe(true);
  await releaseAll(db.pool, RUNNER);
});
