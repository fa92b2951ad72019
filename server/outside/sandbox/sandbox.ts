import { setTimeout as delay } from "node:timers/promises";
import { namedValues } from "../../formula/context.ts";
import type { Sandbox, ScriptAnswer, ScriptCall } from "../../formula/ports.ts";
import type { StepOutcome } from "../../formula/step-type.ts";
import { nextName, type Segment, settle } from "../../formula/walk.ts";
import type { Ending } from "./child-process.ts";
import { SCRIPT_ENGINE_STOPPED, SCRIPT_TIMED_OUT } from "./endings.ts";
import { createLanes } from "./lanes.ts";
import type { Report, Request } from "./messages.ts";
import { type PoolSettings, REQUESTS_AHEAD, startPool } from "./pool.ts";

const RETRY_DELAY_MS = 20;

export type RunningSandbox = Sandbox & {
  /** The same processes, for one organisation: those of different organisations take turns (`lanes.ts`). */
  of: (who: unknown) => Sandbox;
  /** Whether the operating system holds the processes as `sandbox.md` §5 asks. */
  jailed: boolean;
  /** Of the processes that are alive now. */
  pids: () => number[];
  /** Ends the processes; whatever still runs or waits is rejected. */
  close: () => Promise<void>;
};

/**
 * Runs people's scripts in a pool of jailed processes (`sandbox.md`). A script that fails, hangs or breaks its
 * process is an answer; `run` and `walk` reject only when they are aborted or the sandbox is closed.
 */
export async function createSandbox(settings: PoolSettings): Promise<RunningSandbox> {
  const pool = await startPool(settings);
  const lanes = createLanes(settings.processes * REQUESTS_AHEAD);

  async function ask(
    who: unknown,
    request: Request,
    onReport: (report: Report) => void,
    signal: AbortSignal,
  ): Promise<Ending> {
    const leave = await lanes.enter(who, signal);
    try {
      const child = await pool.take(who, signal);
      const ending = await child.ask(request, onReport, signal).finally(() => pool.giveBack(child));
      if (ending === "hung") lanes.penalise(who);
      return ending;
    } finally {
      leave();
    }
  }

  const of = (who: unknown): Sandbox => ({
    run: (call, signal) => run(who, call, signal),
    walk: (segment, onOutcome, signal) => walk(who, segment, onOutcome, signal),
  });

  async function run(who: unknown, call: ScriptCall, signal: AbortSignal): Promise<ScriptAnswer> {
    let answer: ScriptAnswer | undefined;
    const onReport = (report: Report) => {
      if ("answer" in report) ({ answer } = report);
    };
    const error = await outcomeOf(() => ask(who, { whose: String(who), run: call }, onReport, signal), {
      isSure: true,
    });
    return answer ?? { console: [], notify: [], ok: false, error: error ?? SCRIPT_ENGINE_STOPPED };
  }

  async function walk(
    who: unknown,
    segment: Segment,
    onOutcome: (name: string, outcome: StepOutcome) => void,
    signal: AbortSignal,
  ) {
    const follow = following(segment);
    let told = 0;
    const onReport = (report: Report) => {
      if (!("outcome" in report)) return;
      const [name, outcome] = report.outcome;
      follow.settle(name, outcome);
      told++;
      onOutcome(name, outcome);
    };
    const whose = String(who);
    const error = await outcomeOf(
      (isCareful) => ask(who, { whose, walk: segment, isCareful }, onReport, signal),
      // The caller goes on from what it was told, and asks again for the rest.
      { isEnough: () => told > 0, isSure: segment.steps.length === 1 },
    );
    if (error) onOutcome(follow.next(), { took: "onFailure", error });
  }

  return {
    ...of(undefined),
    of,
    jailed: pool.jail.missing.length === 0,
    pids: pool.pids,
    async close() {
      const reason = new Error("The sandbox is closed.");
      lanes.close(reason);
      await pool.close(reason);
    },
  };
}

/**
 * Tries again once, carefully, when a process died, or when it is not sure which script hung in it. Answers the error
 * of the step that was running; undefined when there is none, or when what was told is enough to go on with.
 */
async function outcomeOf(
  attempt: (isCareful: boolean) => Promise<Ending>,
  { isEnough = () => false, isSure }: { isEnough?: () => boolean; isSure: boolean },
): Promise<string | undefined> {
  for (const isCareful of [false, true]) {
    let ending = await attempt(isCareful);
    while (ending === "unserved") ending = await attempt(isCareful);
    if (ending === "answered") return undefined;
    if (ending === "hung" && (isCareful || isSure)) return SCRIPT_TIMED_OUT;
    if (isEnough()) return undefined;
    if (isCareful) return SCRIPT_ENGINE_STOPPED;
    // What killed one process may have killed others, which the pool learns in a moment.
    await delay(RETRY_DELAY_MS);
  }
}

/**
 * Follows a walk by its outcomes, which says at any moment which step runs. Throws on an outcome that the step
 * in turn cannot have: then the process is not to be believed.
 */
function following({ steps, walk }: Segment) {
  const byName = new Map(steps.map((step) => [step.name, step]));
  const own = {
    ...walk,
    agenda: [...walk.agenda],
    context: { ...walk.context, steps: namedValues() },
    memory: namedValues(),
    visits: namedValues<number>(),
  };
  const next = () => nextName(own) ?? "";
  return {
    next,
    settle(name: string, outcome: StepOutcome) {
      const step = byName.get(name);
      if (!step || name !== next() || !["onSuccess", "onFailure", "retry"].includes(outcome.took)) {
        throw new Error("An outcome of a step whose turn it is not.");
      }
      settle(own, step, outcome);
    },
  };
}
