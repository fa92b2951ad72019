import type { Plan } from "./plan.ts";
import type { Ports } from "./ports.ts";
import { run, type Start } from "./run.ts";
import type { StepOutcome } from "./walk-state.ts";

export type Recorded = { path: string; stepName: string; outcome: StepOutcome };

/** How far a run can replay the records, or why it cannot. */
export type Retraced = { reachesEnd: true } | { reachesEnd: false; reason: string };

/**
 * Replays recorded outcomes with a plan, using the real interpreter, and returns whether it reaches their end. No step
 * runs: it stops at the first step without an outcome.
 */
export async function retrace(
  plan: Plan,
  start: Omit<Start, "attempt">,
  records: readonly Recorded[],
  world: { loadPlan: (formulaId: number, revision?: number) => Promise<Plan | null>; depth: number },
): Promise<Retraced> {
  const stopped = new AbortController();
  let recalled = 0;
  try {
    await run(
      plan,
      { ...start, attempt: 1 },
      {
        ports: NOTHING,
        journal: {
          recall(path, name) {
            const next = records[recalled];
            if (!next) return void stopped.abort(new CaughtUp());
            if (next.path !== path || next.stepName !== name) throw new OtherWay(next.stepName, name);
            recalled++;
            return next.outcome;
          },
          write: () => {},
          flushNow: () => {},
          settled: async () => {},
        },
        loadPlan: world.loadPlan,
        limits: { steps: Number.POSITIVE_INFINITY, depth: world.depth },
        idempotencyKey: () => "",
        signal: stopped.signal,
      },
    );
  } catch (error) {
    if (error instanceof CaughtUp) return { reachesEnd: true };
    if (error instanceof OtherWay) return { reachesEnd: false, reason: error.message };
    throw error;
  }
  return recalled < records.length || !stopped.signal.aborted
    ? { reachesEnd: false, reason: "The run ends before this step." }
    : { reachesEnd: true };
}

class CaughtUp extends Error {}

class OtherWay extends Error {
  constructor(recorded: string, now: string) {
    super(now === "" ? `It runs a formula where "${recorded}" ran.` : `It would run "${now}" where "${recorded}" ran.`);
  }
}

/** No port may be used: a step that would use one is where the replay stops. */
const refuse = (): never => {
  throw new Error("A run along records called the world.");
};
const NOTHING: Ports = {
  sandbox: { walk: refuse, run: refuse },
  http: refuse,
  platform: refuse,
  element: refuse,
  elementStream: refuse,
  publish: refuse,
  notify: async () => true,
  now: () => new Date(0),
  sleep: refuse,
  limitedTo: async () => NOTHING,
};
