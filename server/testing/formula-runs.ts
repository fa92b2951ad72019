import { expect } from "vitest";
import { compile, type Plan } from "#server/formula/plan.ts";
import type { Ports, ScriptInvocation } from "#server/formula/ports.ts";
import type { Journal, StepRecord, World } from "#server/formula/run.ts";
import { type Formula, formulaSchema } from "#server/formula/shape.ts";
import { walkPureSteps } from "#server/formula/walk.ts";

/** A step of a test, with the usual values for what it leaves out. */
export type Draft = { name: string; type: string; properties?: object; onSuccess?: string[]; onFailure?: string[] };

export const formulaOf = (steps: Draft[], rest: object = {}): Formula =>
  formulaSchema.parse({
    name: "A formula",
    triggers: [{ type: "manual", onSuccess: steps[0] ? [steps[0].name] : [] }],
    steps,
    ...rest,
  });

export const planOf = (steps: Draft[], rest: object = {}, formulaId = 1): Plan =>
  compile(formulaOf(steps, rest), { formulaId, revision: 1 });

export const script = (name: string, body: string, ...onSuccess: string[]) => ({
  name,
  type: "script",
  properties: { body },
  onSuccess,
});

/** Scripts as plain functions: these tests are about the order of steps, not the sandbox. */
export async function evaluate({ body, context }: ScriptInvocation) {
  const { trigger, steps, config, info } = structuredClone({ ...context, steps: { ...context.steps } });
  let returned: unknown;
  try {
    new Function("trigger", "steps", "info", "config", "done", body)(trigger, steps, info, config, (value: unknown) => {
      returned ??= value;
    });
    return { ok: true as const, value: returned, console: [], notify: [] };
  } catch (error) {
    return {
      ok: false as const,
      error: String(error instanceof Error ? error.message : error),
      console: [],
      notify: [],
    };
  }
}

export const refused = () => Promise.reject(new Error("not in this test"));

/** A world whose journal keeps its records in memory, after those of `history`. */
export function aWorld({
  plans = [] as Plan[],
  history = [] as StepRecord[],
  http = refused as Ports["http"],
  steps = 10_000,
} = {}) {
  const records: StepRecord[] = [];
  const order: string[] = [];
  const keys: string[] = [];
  let recalled = 0;
  const sandbox: Ports["sandbox"] = {
    run: evaluate,
    walk: (segment, onOutcome, signal) => {
      const alone = { sandbox: { run: evaluate } } as never;
      let left = 7;
      return walkPureSteps(
        structuredClone({
          ...segment,
          walk: { ...segment.walk, context: { ...segment.walk.context, steps: { ...segment.walk.context.steps } } },
        }),
        alone,
        onOutcome,
        () => left-- > 0,
        signal,
      );
    },
  };
  const journal: Journal = {
    recall(path, name) {
      const next = history[recalled];
      if (!next) return undefined;
      expect([next.path, next.name]).toEqual([path, name]);
      recalled++;
      return next.outcome;
    },
    write: (record) => {
      records.push(record);
      order.push(record.name);
    },
    flushNow: () => void order.push("(hurry)"),
    settled: async () => {
      order.push("(on disk)");
    },
  };
  const ports: Ports = {
    sandbox,
    http: async (call) => {
      order.push(`${call.method} ${call.url}`);
      keys.push(call.headers["Idempotency-Key"] ?? call.headers["idempotency-key"] ?? "");
      return http(call);
    },
    platform: refused,
    element: refused,
    elementStream: refused,
    publish: refused,
    notify: async () => true,
    now: () => new Date("2026-01-01T12:00:00Z"),
    sleep: async () => {},
    limitedTo: async () => ports,
  };
  const world: World = {
    ports,
    journal,
    loadPlan: async (formulaId) => plans.find((plan) => plan.formulaId === formulaId) ?? null,
    limits: { steps, depth: 10 },
    idempotencyKey: (visit) => `key of ${visit}`,
    signal: new AbortController().signal,
  };
  return { world, records, order, keys };
}

export const info = {
  formulaId: 1,
  formulaName: "A formula",
  formulaInstanceId: 2,
  formulaInstanceName: "mine",
  formulaExecutionId: 3,
};
export const start = (args: unknown = {}, { config = {}, attempt = 1 } = {}) => ({
  trigger: { type: "manual", args },
  config,
  info,
  attempt,
});
/** The names of the steps that records show. */
export const names = (records: StepRecord[]) => records.filter(({ hidden }) => !hidden).map(({ name }) => name);
export const counts = (records: StepRecord[]) =>
  Object.fromEntries([...Map.groupBy(names(records), (name) => name)].map(([name, { length }]) => [name, length]));
