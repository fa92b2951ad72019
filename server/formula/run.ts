import { type Context, type Info, namedValues } from "./context.ts";
import type { RunFailureReason } from "./failure-reason.ts";
import { plainResult } from "./plain-result.ts";
import type { Plan } from "./plan.ts";
import type { EmailMessage, Ports, Sandbox, ScriptResult } from "./ports.ts";
import { segmentFrom } from "./segment.ts";
import type { StepPorts } from "./step-type.ts";
import { stepTypeOf } from "./steps/registry.ts";
import { DEFAULT_TRIGGER } from "./triggers/registry.ts";
import { nextName, settle, visit } from "./walk.ts";
import { type PlannedStep, type Repeatable, type StepOutcome, visitSeed, type Walk } from "./walk-state.ts";

/** The stored record of one step run. `path` names the formula steps above it, empty in the formula itself. */
export type StepRecord = {
  path: string;
  name: string;
  type: string;
  engine: Plan["engine"];
  hidden: boolean;
  outcome: StepOutcome;
  startedAt: Date;
  durationMs: number;
};

/** Stores outcomes, and recalls those of an earlier holder. */
export type Journal = {
  /** The next recorded outcome; undefined after the last. Throws if it belongs to another step. */
  recall: (path: string, name: string) => StepOutcome | undefined;
  /** Queues a record, which is stored soon together with others. */
  write: (record: StepRecord) => void;
  /** Stores records at once: something outside was changed and must not be changed again. */
  flushNow: () => void;
  /** Resolves when all records are stored; rejects when another process holds the execution. */
  settled: () => Promise<void>;
};

export type World = {
  ports: Ports;
  journal: Journal;
  /** Loads the given revision of a formula the owner may use, or its latest; null if there is none. */
  loadPlan: (formulaId: number, revision?: number) => Promise<Plan | null>;
  limits: { steps: number; depth: number };
  /** Masks values in all records from now on: those of secret variables, also of sub-formulas. */
  hide?: ((values: unknown[]) => void) | undefined;
  /** The instance's `notification.email`. */
  notifyTo?: string | undefined;
  /** Hashes the identity of a visit for an `Idempotency-Key`. */
  idempotencyKey: (visit: string) => string;
  /** Set for a run that must give the same result each time. */
  repeatable?: Repeatable | undefined;
  /**
   * Aborts when the execution is cancelled, lost to another process or out of time; the run rejects with its reason.
   */
  signal: AbortSignal;
};

export type Start = {
  trigger: Record<string, unknown>;
  config: Record<string, unknown>;
  info: Info;
  attempt: number;
};

/** How a run ended: failed if any step had an error, even if `onFailure` handled it. */
export type Ending =
  | { status: "success"; output: unknown }
  | { status: "failed"; output: unknown; error: string; reason?: RunFailureReason | undefined }
  | { status: "retry"; delayMinutes: number };

type Scope = World & {
  attempt: number;
  path: string;
  depth: number;
  hidden: boolean;
  budget: { left: number };
  /** Messages of scripts that are being sent. */
  messages: Promise<unknown>[];
  /** The ports of steps that run no formula. */
  stepPorts: StepPorts;
  /** Since when steps run without waiting for anything outside of this process, and when the last one ended. */
  turn: { since: number; at: number };
};

/** How long such steps run before others get their turn. */
const TURN_MS = 0.25;

/** Runs a formula to its end: first replays the recorded outcomes, then runs the remaining steps (spec §3). */
export async function run(plan: Plan, start: Start, world: World): Promise<Ending> {
  const messages: Promise<unknown>[] = [];
  const budget = { left: world.limits.steps };
  const scope = {
    ...world,
    attempt: start.attempt,
    path: "",
    depth: 0,
    hidden: false,
    budget,
    messages,
    stepPorts: { ...world.ports, formula: noFormula },
    turn: { since: performance.now(), at: 0 },
  };
  const end = await follow(plan, begin(plan, start, world), scope);
  await Promise.all(messages);
  return end;
}

function begin(plan: Plan, { trigger, config, info }: Omit<Start, "attempt">, { hide }: Pick<World, "hide">): Walk {
  if (plan.secretKeys.size > 0)
    hide?.(
      Object.keys(config)
        .filter((key) => plan.secretKeys.has(key))
        .map((key) => config[key]),
    );
  const context: Context = { trigger, config, info, steps: namedValues() };
  return {
    agenda: plan.first.toReversed(),
    context,
    memory: namedValues(),
    visits: namedValues(),
    last: undefined,
    error: undefined,
    retry: undefined,
  };
}

async function follow(plan: Plan, walk: Walk, scope: Scope): Promise<Ending> {
  for (;;) {
    const name = nextName(walk);
    if (name === undefined) return ending(walk);
    const step = plan.steps.get(name);
    if (!step) return { status: "failed", output: walk.last, error: `There is no step "${name}" to continue with.` };
    if (scope.budget.left <= 0) {
      const error = `The execution ran ${scope.limits.steps} steps without coming to an end and was stopped.`;
      return { status: "failed", output: walk.last, error, reason: "outOfSteps" };
    }
    const outcome = recalled(step, scope);
    if (outcome) pass(walk, step, outcome, scope);
    else await runNext(plan, step, walk, scope);
    if (walk.retry !== undefined) return { status: "retry", delayMinutes: walk.retry };
  }
}

async function runNext(plan: Plan, step: PlannedStep, walk: Walk, scope: Scope) {
  const { turn } = scope;
  if (stepTypeOf(step).pure && turn.at - turn.since > TURN_MS) {
    await new Promise(setImmediate);
    turn.since = performance.now();
  }
  const result = startsSegment(step) ? plainResult(plan, step, walk) : undefined;
  if (startsSegment(step) && !result) await walkInSandbox(plan, step, walk, scope);
  else await runStep(plan, step, walk, scope, result);
}

const resultingIn = (result: ScriptResult, sandbox: Sandbox): Sandbox => ({ ...sandbox, run: async () => result });

/** Whether a step starts a segment in the sandbox: pure steps with code do, other pure steps only join one. */
function startsSegment(step: PlannedStep): boolean {
  const { hasScript, pure = false } = stepTypeOf(step);
  return hasScript && pure;
}

const nests = (step: PlannedStep) => stepTypeOf(step).nests ?? false;

const ending = ({ error, last: output }: Walk): Ending =>
  error === undefined ? { status: "success", output } : { status: "failed", output, error };

/** A formula step runs again, so that its own steps are recalled; its record follows theirs. */
const recalled = (step: PlannedStep, { journal, path }: Scope) =>
  nests(step) ? undefined : journal.recall(path, step.name);

function pass(walk: Walk, step: PlannedStep, outcome: StepOutcome, { budget }: Scope) {
  budget.left--;
  settle(walk, step, outcome);
}

/** @param result that of its script, if it ran already */
async function runStep(plan: Plan, step: PlannedStep, walk: Walk, scope: Scope, result?: ScriptResult) {
  scope.signal.throwIfAborted();
  const { journal, path, attempt, signal, turn } = scope;
  const { pure } = stepTypeOf(step);
  const visitNumber = walk.visits[step.name] ?? 0;
  const startedAt = scope.ports.now();
  const began = performance.now();
  let hasChanged = false;
  const outcome = await visit(step, walk, {
    ports: portsOf(plan, step, visitSeed(path, step.name, visitNumber), walk, scope, result),
    engine: plan.engine,
    attempt,
    // Nothing that a pure step does could be repeated outside.
    idempotencyKey: pure ? "" : scope.idempotencyKey(`${attempt}|${path}|${step.name}|${visitNumber}`),
    beforeChange() {
      hasChanged = true;
      return journal.settled();
    },
    notifyTo: scope.notifyTo,
    signal,
  }).catch((error: unknown) => {
    if (error instanceof RetryRequested) return { took: "retry", delayMinutes: error.delayMinutes } as const;
    throw error;
  });
  turn.at = performance.now();
  if (!pure) turn.since = turn.at;
  const known = nests(step) ? journal.recall(path, step.name) : undefined;
  if (!known) {
    journal.write(record(plan, step, scope, outcome, startedAt, turn.at - began));
    sendMessages(outcome, scope);
  }
  if (hasChanged) journal.flushNow();
  pass(walk, step, known ?? outcome, scope);
}

/** Sends messages of scripts while the run continues; a failure is thrown where the run waits for them. */
function sendMessages({ notes }: StepOutcome, { ports, messages }: Scope) {
  for (const message of (notes?.notify ?? []) as EmailMessage[]) {
    const sent = ports.notify(message);
    // Prevents an unhandled rejection, which would end the process, if the run ends first.
    sent.catch(() => {});
    messages.push(sent);
  }
}

async function walkInSandbox(plan: Plan, start: PlannedStep, walk: Walk, scope: Scope) {
  scope.signal.throwIfAborted();
  const { ports, path, attempt, budget, journal, signal, repeatable } = scope;
  let startedAt = ports.now();
  let began = performance.now();
  let ran = 0;
  await ports.sandbox.walk(
    segmentFrom(plan, start, walk, {
      attempt,
      budget: budget.left,
      ...(repeatable && { repeatable: { ...repeatable, seed: repeatable.seed + path } }),
    }),
    (name, outcome) => {
      const step = plan.steps.get(name);
      if (!step || name !== nextName(walk)) throw new Error(`The sandbox ran "${name}" out of turn.`);
      journal.write(record(plan, step, scope, outcome, startedAt, performance.now() - began));
      pass(walk, step, outcome, scope);
      sendMessages(outcome, scope);
      startedAt = ports.now();
      began = performance.now();
      ran++;
    },
    signal,
  );
  if (ran === 0) throw new Error(`The sandbox ran no step from "${start.name}" on.`);
}

const record = (
  { engine }: Plan,
  { name, type }: PlannedStep,
  { path, hidden }: Scope,
  outcome: StepOutcome,
  startedAt: Date,
  durationMs: number,
): StepRecord => ({ path, name, type, engine, hidden, outcome, startedAt, durationMs });

/** The sub-formula requested a retry of the whole execution. */
class RetryRequested extends Error {
  readonly delayMinutes: number;
  constructor(delayMinutes: number) {
    super("retry");
    this.delayMinutes = delayMinutes;
  }
}

/** The ports of a step: those of the run, and the formula that it names, which runs inside this execution. */
function portsOf(
  parent: Plan,
  step: PlannedStep,
  path: string,
  walk: Walk,
  scope: Scope,
  result: ScriptResult | undefined,
): StepPorts {
  const { stepPorts } = scope;
  if (result) return { ...stepPorts, sandbox: resultingIn(result, stepPorts.sandbox) };
  if (!nests(step)) return scope.repeatable ? { ...stepPorts, ...repeatableSandbox(path, scope) } : stepPorts;
  return {
    ...scope.ports,
    async formula({ formulaId, args, subFormulaConfigs }) {
      if (scope.depth >= scope.limits.depth) {
        return { output: undefined, error: `Formulas are nested more than ${scope.limits.depth} deep.` };
      }
      const plan = await pinnedPlan(formulaId, step.type, path, scope);
      const ports = plan?.publisher ? await scope.ports.limitedTo(plan.publisher) : scope.ports;
      if (!plan || !ports) return { output: undefined, error: `formulaId: there is no formula ${formulaId}.` };
      const { config, info } = walk.context;
      const child = begin(
        plan,
        {
          trigger: DEFAULT_TRIGGER.context({ args }),
          config: namedValues({ ...config, ...subFormulaConfigs }),
          info: { ...info, formulaId, formulaName: plan.formulaName },
        },
        scope,
      );
      const end = await follow(plan, child, {
        ...scope,
        ports,
        stepPorts: { ...ports, formula: noFormula },
        path,
        depth: scope.depth + 1,
        hidden: scope.hidden || parent.engine === "v3",
      });
      if (end.status === "retry") throw new RetryRequested(end.delayMinutes);
      if (end.status === "success") return { output: end.output };
      return { output: end.output, error: end.error, reason: end.reason };
    },
  };
}

/** For steps that run a script beside what else they do; those that are nothing but a script run in a segment. */
function repeatableSandbox(path: string, { ports: { sandbox }, repeatable }: Scope): { sandbox?: Sandbox } {
  if (!repeatable) return {};
  const own = { ...repeatable, seed: repeatable.seed + path };
  return { sandbox: { ...sandbox, run: (call, signal) => sandbox.run({ ...call, repeatable: own }, signal) } };
}

const noFormula: StepPorts["formula"] = () => Promise.reject(new Error("Only formula steps run formulas."));

/** Records the revision, so that a resumed execution continues with the same one. */
async function pinnedPlan(
  formulaId: number,
  type: string,
  path: string,
  { journal, loadPlan, ports }: Scope,
): Promise<Plan | null> {
  const pinned = journal.recall(path, "")?.output as { formulaId: number; revision: number } | undefined;
  if (pinned?.formulaId === formulaId) return loadPlan(formulaId, pinned.revision);
  // The recalled values were edited: the formula may differ from the one that was checked.
  if (pinned) return null;
  const plan = await loadPlan(formulaId);
  if (plan) {
    journal.write({
      path,
      name: "",
      type,
      engine: plan.engine,
      hidden: true,
      outcome: { took: "onSuccess", output: { formulaId, revision: plan.revision } },
      startedAt: ports.now(),
      durationMs: 0,
    });
  }
  return plan;
}
