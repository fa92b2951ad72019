import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "#server/context.ts";
import { formulaSchema } from "#server/formula/shape.ts";
import { cancelExecution } from "#server/services/execution/cancel-execution.ts";
import { listRuns } from "#server/services/execution/list-runs.ts";
import { startExecutions } from "#server/services/execution/start-executions.ts";
import { tryFormula } from "#server/services/execution/try-formula.ts";
import { listFormulaInstances } from "#server/services/formula-instance/list-formula-instances.ts";
import { moveExecution } from "#server/store/demo/backdate.ts";
import { findEnding } from "#server/store/execution/executions.ts";
import { type Ago, DEMO_HISTORY, type PastRun } from "./demo-history.ts";

const HOUR_MS = 3600_000;
const NIGHT_HOUR = 2;
const LONGEST_MS = 30_000;
const ALL = { size: 200, after: undefined };
const FIRST = { size: 1, after: undefined };

type Instance = Awaited<ReturnType<typeof listFormulaInstances>>["items"][number];

/**
 * Creates a week of runs for the demo organization: each really runs against the demo provider, oldest first, and its
 * records are then moved to their time in the past. Existing runs are not created again; deleted or disabled instances
 * get none.
 */
export async function seedHistory(ctx: Context): Promise<void> {
  const { items } = await listFormulaInstances(ctx, { page: ALL });
  const instances = new Map(items.filter(({ active }) => active).map((instance) => [instance.name, instance]));
  const now = ctx.now();
  const past = DEMO_HISTORY.map((run, n) => ({ run, at: timeOf(run.ago, now), requestId: `demo-past-${n}` }));
  for (const { run, at, requestId } of past.sort((one, other) => one.at.getTime() - other.at.getTime())) {
    const instance = instances.get(run.instance);
    if (!instance || (await listRuns(ctx, { search: requestId, page: FIRST })).total > 0) continue;
    for (const executionId of await start({ ...ctx, requestId }, instance, run)) {
      await untilEnded(ctx, executionId);
      if (run.isGivenUp) await cancelExecution(ctx, { executionId });
      if (at < now) await moveExecution(ctx.db.queries, executionId, at);
    }
  }
}

function timeOf(ago: Ago, now: Date): Date {
  if ("hours" in ago) return new Date(now.getTime() - ago.hours * HOUR_MS);
  const night = new Date(now.getTime() - ago.nights * 24 * HOUR_MS);
  night.setUTCHours(NIGHT_HOUR, 0, 0, 0);
  return night;
}

async function start(ctx: Context, instance: Instance, { given, draft }: PastRun): Promise<number[]> {
  const formulaInstanceId = instance.id;
  const payload = "event" in given ? eventOf(instance, given) : given.args;
  const runs = draft
    ? await tryFormula(ctx, { formulaInstanceId, formula: formulaSchema.parse(draft), payload })
    : await startExecutions(ctx, { formulaInstanceId, payload, waitMs: LONGEST_MS, idempotencyKey: undefined });
  return runs.map(({ id }) => id);
}

/** In the form that an element's hook produces. */
const eventOf = ({ configuration }: Instance, { event, of }: Extract<PastRun["given"], { event: unknown }>) => ({
  message: { instance_id: configuration[of], events: [event] },
});

async function untilEnded({ db }: Context, executionId: number): Promise<void> {
  for (const deadline = Date.now() + LONGEST_MS; Date.now() < deadline; await pause(50))
    if (await findEnding(db.queries, executionId)) return;
  throw new Error(`Execution ${executionId} of the demo's past does not end.`);
}
