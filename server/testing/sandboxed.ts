import { pino } from "pino";
import { afterAll, beforeAll } from "vitest";
import type { ScriptInvocation } from "../formula/ports.ts";
import { settle } from "../formula/walk.ts";
import type { PlannedStep, Segment, StepOutcome } from "../formula/walk-state.ts";
import { createSandbox, type RunningSandbox } from "../outside/sandbox/sandbox.ts";

const info = { formulaId: 1, formulaName: "f", formulaInstanceId: 2, formulaInstanceName: "i", formulaExecutionId: 3 };
export const forever = new AbortController().signal;
export const settings = {
  ...{ processes: 2, timeoutMs: 1_000, memoryMb: 64, requireJail: false },
  log: pino({ level: "silent" }),
};

export const callOf = (
  body: string,
  rest: Partial<ScriptInvocation> & {
    trigger?: Record<string, unknown>;
    steps?: Record<string, unknown>;
    instance?: number;
  } = {},
): ScriptInvocation => ({
  body,
  scriptEngine: rest.scriptEngine ?? "v2",
  context: {
    trigger: rest.trigger ?? {},
    steps: rest.steps ?? {},
    config: { "crm.instance": "7", "a.b": "c" },
    info,
  },
});

export const aStep = (name: string, body: string, rest: Partial<PlannedStep> = {}): PlannedStep => ({
  name,
  type: "script",
  properties: { body },
  onSuccess: [],
  onFailure: [],
  ...rest,
});

export const segmentOf = (
  planned: PlannedStep[],
  {
    budget = 10_000,
    trigger = {},
    steps = {},
  }: { budget?: number; trigger?: Record<string, unknown>; steps?: Record<string, unknown> } = {},
): Segment => ({
  engine: "v3",
  attempt: 1,
  steps: planned,
  walk: {
    agenda: planned.slice(0, 1).map(({ name }) => name),
    context: { trigger, steps, config: {}, info },
    memory: {},
    visits: {},
    last: undefined,
    error: undefined,
    retry: undefined,
  },
  budget,
});

/** A sandbox for tests, with what they run in it; it is open while the tests of the file run. */
export function aSandbox() {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await createSandbox(settings);
  });
  afterAll(() => sandbox.close());

  const run = (body: string, rest?: Parameters<typeof callOf>[1], signal = forever) =>
    sandbox.run(callOf(body, rest), signal);
  async function valueFrom(body: string, rest?: Parameters<typeof callOf>[1]) {
    const result = await run(body, rest);
    return result.ok ? result.value : `error ${result.error}`;
  }

  /** Walks to the end as the runner does: requests more as long as there are steps and budget. */
  async function walked(
    segment: Segment,
    onOutcome: (name: string) => void = () => {},
  ): Promise<[string, StepOutcome][]> {
    const outcomes: [string, StepOutcome][] = [];
    const byName = new Map(segment.steps.map((step) => [step.name, step]));
    while (byName.has(segment.walk.agenda.at(-1) ?? "") && outcomes.length < segment.budget) {
      const report = (name: string, outcome: StepOutcome) => {
        outcomes.push([name, outcome]);
        settle(segment.walk, byName.get(name) as PlannedStep, outcome);
        onOutcome(name);
      };
      await sandbox.walk({ ...segment, budget: segment.budget - outcomes.length }, report, forever);
    }
    return outcomes;
  }

  function killAll() {
    for (const pid of sandbox.pids()) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // The process has ended already.
      }
    }
  }

  return {
    get sandbox() {
      return sandbox;
    },
    ...{ run, valueFrom, walked, killAll },
  };
}
