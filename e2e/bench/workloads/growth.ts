import pino from "pino";
import { parseEnv } from "#server/env.ts";
import { onDatabase } from "#server/launch/on-database.ts";
import { startTemporaryPostgres } from "#server/launch/temporary-postgres.ts";
import { openJobQueues } from "#server/outside/job-queues.ts";
import { createProcessState } from "#server/services/process-state.ts";
import { openDatabase } from "#server/store/open-database.ts";
import { dropPartitions } from "#server/store/retention/partitions.ts";
import { fillGrown } from "#server/testing/grown-database.ts";
import { growingWork } from "#server/testing/grown-work.ts";
import { applyMigrations } from "#server/testing/postgres-setup.ts";
import { collectStatements, explainAll, type RanStatement } from "#server/testing/statement-log.ts";

const EXECUTIONS = Number(process.env.BENCH_EXECUTIONS ?? 2_000_000);
const LONGEST_TEXT = 90;
const ROUNDS = 100;

/**
 * Prints what each statement reads of a database with two million executions, events and requests, as Postgres reports
 * it: pages and milliseconds. Each piece of work is done before; what recurs is then timed for some rounds.
 */
export async function growth(): Promise<void> {
  const postgres = await startTemporaryPostgres({ inMemory: false });
  try {
    await applyMigrations(postgres.url);
    const db = openDatabase(postgres.url);
    await (await openJobQueues(db.jobs, { works: false, onError: console.error })).close();
    await db.close();
    const began = performance.now();
    const grown = await fillGrown(postgres.url, EXECUTIONS);
    const { rows } = await onDatabase(postgres.url, (client) =>
      client.query("select pg_size_pretty(pg_database_size(current_database())) as size"),
    );
    console.log(
      `${EXECUTIONS} executions, ${rows[0].size}, filled in ${Math.round((performance.now() - began) / 1000)} s`,
    );
    await explainAll(postgres);
    await measure(postgres.url, grown);
    await dropMonth(postgres.url);
  } finally {
    await postgres.stop();
  }
}

export async function measure(url: string, grown: Awaited<ReturnType<typeof fillGrown>>) {
  const limits = { statementTimeoutMs: 600_000 };
  const db = openDatabase(url, { hotPath: limits, queries: limits });
  const statements = collectStatements([db.pool, db.queries]);
  const files = { remove: async () => {} } as never;
  const valueFiles = { listFolders: async function* () {} } as never;
  const env = parseEnv({ NEXTAUTH_SECRET: "secret of the benchmark" });
  const app = {
    db,
    env,
    state: createProcessState({ env, db }),
    now: () => new Date(),
    log: pino({ level: "silent" }),
    files,
    valueFiles,
  };
  for (const { name, kind, run, undo } of growingWork(app, grown)) {
    const round = async () => {
      const began = performance.now();
      await run();
      const ms = performance.now() - began;
      const ran = statements.take();
      await undo?.();
      statements.take();
      return { ms, ran };
    };
    const isRepeated = kind !== "sweep";
    if (isRepeated) await round();
    const { ms, ran } = await round();
    const rounds = [ms];
    while (isRepeated && rounds.length < ROUNDS) rounds.push((await round()).ms);
    print(`${kind.padEnd(9)}${name}`, rounds, ran);
  }
  await db.close();
}

/** Drops what is older than two days: executions with their steps, and requests with their exchanges. */
async function dropMonth(url: string) {
  const periods = { RETENTION_DAYS: 2, AUDIT_RETENTION_DAYS: 365 };
  const began = performance.now();
  const dropped = await dropPartitions({ sessionUrl: url }, { periods, now: new Date() });
  console.log(`drop ${dropped} partitions: ${(performance.now() - began).toFixed(1)} ms`);
}

/** A statement that ran several times is one line. */
function print(title: string, rounds: readonly number[], ran: readonly RanStatement[]) {
  const sorted = rounds.toSorted((a, b) => a - b);
  const [p50, p95] = [0.5, 0.95].map((share) => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(1));
  console.log(rounds.length > 1 ? `${title}: p50 ${p50} ms, p95 ${p95} ms` : `${title}: ${p50} ms`);
  const byText = Map.groupBy(ran, ({ text }) => text);
  for (const [text, times] of byText) {
    const most = (of: (one: RanStatement) => number) => Math.max(...times.map(of));
    const marks = `${times.length > 1 ? ` ×${times.length}` : ""}${times.some(({ isCompiled }) => isCompiled) ? " JIT" : ""}`;
    const figures = `${String(most(({ blocks }) => blocks)).padStart(9)} blocks ${most((one) => one.ms)
      .toFixed(1)
      .padStart(8)} ms${marks}`;
    if (!/^(?:begin|commit|rollback)$/i.test(text)) console.log(`${figures}  ${text.slice(0, LONGEST_TEXT)}`);
  }
}
