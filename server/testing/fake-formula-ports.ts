import type { Context } from "#server/formula/context.ts";
import type { HttpRequest, HttpResponse, ScriptResult } from "#server/formula/ports.ts";
import { resolveProperties } from "#server/formula/resolve.ts";
import type { StepPorts, StepType } from "#server/formula/step-type.ts";
import type { Engine, StepOutcome } from "#server/formula/walk-state.ts";

const refuse = () => Promise.reject(new Error("The test did not expect this port to be used."));

/** Ports for tests of steps: they only return what the test provides, and record the requests. */
export const fakePorts = (given: Partial<StepPorts> = {}): StepPorts => ({
  sandbox: { run: refuse, walk: refuse },
  http: refuse,
  platform: refuse,
  element: refuse,
  elementStream: refuse,
  publish: refuse,
  notify: refuse,
  formula: refuse,
  now: () => new Date("2026-01-01T12:00:00Z"),
  sleep: refuse,
  limitedTo: refuse,
  ...given,
});

/** A sandbox in which every script has the same result. */
export const sandboxReturning = (result: Partial<ScriptResult>): StepPorts["sandbox"] => ({
  walk: refuse,
  // The parts a test leaves out are empty.
  run: async () => ({ console: [], notify: [], ok: true, value: undefined, ...result }) as ScriptResult,
});

/** A status, a refusal of the hub, or an error that is thrown. */
export type Reply = number | Error | Pick<HttpResponse, "code" | "isPermanent">;

/** A provider that responds with the given statuses in order, then repeats the last, and records its requests. */
export function responding(codes: Reply[], body: unknown = { done: true }) {
  const calls: HttpRequest[] = [];
  const send = async (call: HttpRequest): Promise<HttpResponse> => {
    const reply = codes[Math.min(calls.length, codes.length - 1)] ?? 200;
    calls.push(call);
    if (reply instanceof Error) throw reply;
    return {
      ...(typeof reply === "number" ? { code: reply } : reply),
      headers: { "x-served-by": "test" },
      body,
      sent: { url: call.url, headers: call.headers, body: call.body },
    };
  };
  return { calls, send };
}

export const emptyContext = (): Context => ({
  trigger: {},
  steps: {},
  config: {},
  info: {
    formulaId: 1,
    formulaName: "Orders",
    formulaInstanceId: 2,
    formulaInstanceName: "Shop",
    formulaExecutionId: 3,
  },
});

type Situation = {
  ports?: Partial<StepPorts>;
  context?: Partial<Context>;
  engine?: Engine;
  attempt?: number;
  name?: string;
  notifyTo?: string;
  signal?: AbortSignal;
};

/** Runs one step of a type as the engine would: properties resolved, parsed, then run. */
export async function runStep(
  stepType: { properties: StepType["properties"]; run: unknown },
  saved: Record<string, unknown>,
  {
    ports,
    context,
    engine = "v3",
    attempt = 1,
    name = "step",
    notifyTo,
    signal = new AbortController().signal,
  }: Situation = {},
): Promise<StepOutcome> {
  const whole = { ...emptyContext(), ...context };
  const resolved = resolveProperties(stepType.properties, saved, whole, engine);
  if (!resolved.ok) return { took: "onFailure", error: resolved.error };
  // The properties were parsed by the type's own schema, which the compiler cannot see here.
  return (stepType.run as StepType["run"])({
    name,
    properties: resolved.properties,
    context: whole,
    ports: fakePorts(ports),
    engine,
    memory: undefined,
    attempt,
    idempotencyKey: "key-1",
    notifyTo,
    signal,
  });
}
