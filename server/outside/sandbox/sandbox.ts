import { namedValues } from "../../formula/context.ts";
import type { Sandbox, ScriptInvocation, ScriptResult } from "../../formula/ports.ts";
import { nextName, settle } from "../../formula/walk.ts";
import type { Segment, StepOutcome } from "../../formula/walk-state.ts";
import { SCRIPT_ENGINE_STOPPED } from "./endings.ts";
import { createHooks, type HookSettings, type RunHook } from "./hooks.ts";
import type { Report } from "./messages.ts";
import type { PoolSettings } from "./pool.ts";
import { openVisits, outcomeOf } from "./visits.ts";

/** The sandbox of one organization. */
export type OwnSandbox = Sandbox & { hook: RunHook };

export type RunningSandbox = OwnSandbox & {
  /** The same processes for one organization: organizations take turns (`lanes.ts`). */
  of: (who: unknown) => OwnSandbox;
  /** Whether the operating system jails the processes. */
  jailed: boolean;
  /** Metrics of the running processes. */
  pids: () => number[];
  /** Ends the processes; running and waiting requests are rejected. */
  close: () => Promise<void>;
};

/**
 * Runs people's scripts in a pool of jailed processes (docs/security.md). A script that fails, hangs or breaks its
 * process is a result; `run`, `walk` and `hook` reject only when they are aborted or the sandbox is closed.
 */
export async function createSandbox(
  settings: PoolSettings & { hooks?: Partial<HookSettings> },
): Promise<RunningSandbox> {
  const visits = await openVisits(settings);
  const hooks = createHooks(settings, visits);

  const of = (who: unknown): OwnSandbox => ({
    hook: (call, signal) => hooks.hook(who, call, signal),
    run: (call, signal) => run(who, call, signal),
    walk: (segment, onOutcome, signal) => walk(who, segment, onOutcome, signal),
  });

  async function run(who: unknown, call: ScriptInvocation, signal: AbortSignal): Promise<ScriptResult> {
    let result: ScriptResult | undefined;
    const onReport = (report: Report) => {
      if ("result" in report) ({ result } = report);
    };
    const request = { organization: String(who), run: call };
    const ending = await outcomeOf(() => visits.sendRequest(who, request, { onReport, signal }), { isSure: true });
    return result ?? { console: [], notify: [], ok: false, ...(ending ?? { error: SCRIPT_ENGINE_STOPPED }) };
  }

  async function walk(
    who: unknown,
    segment: Segment,
    onOutcome: (name: string, outcome: StepOutcome) => void,
    signal: AbortSignal,
  ) {
    const follow = following(segment);
    let reported = 0;
    const onReport = (report: Report) => {
      if (!("outcomes" in report)) return;
      for (const [name, outcome] of report.outcomes) {
        follow.settle(name, outcome);
        reported++;
        onOutcome(name, outcome);
      }
    };
    const organization = String(who);
    const ending = await outcomeOf(
      (isCareful) => visits.sendRequest(who, { organization, walk: segment, isCareful }, { onReport, signal }),
      // The caller continues from the reported outcomes, and requests the rest again.
      { isEnough: () => reported > 0, isSure: segment.steps.length === 1 },
    );
    if (ending) onOutcome(follow.next(), { took: "onFailure", ...ending });
  }

  return {
    ...of(undefined),
    of,
    jailed: visits.jailed,
    pids: () => [...visits.pids(), ...hooks.pids()],
    async close() {
      const reason = new Error("The sandbox is closed.");
      await Promise.all([visits.close(reason), hooks.close(reason)]);
    },
  };
}

/**
 * Follows a walk by its outcomes, and always knows which step is running. Throws on an outcome that the current step
 * cannot have: then the process is killed.
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
