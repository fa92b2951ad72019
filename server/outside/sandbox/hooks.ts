import { createPlainHooks } from "#server/element/hooks/plain-hook.ts";
import type { HookInvocation, HookResult } from "#server/element/ports.ts";
import type { ScriptResult } from "#server/formula/ports.ts";
import { HOOK_TIMED_OUT, SCRIPT_ENGINE_STOPPED, SCRIPT_TIMED_OUT } from "./endings.ts";
import { createHookCalls, type HookHttp } from "./hook-calls.ts";
import type { PoolSettings } from "./pool.ts";
import { openVisits, outcomeOf, type Visit, type Visits } from "./visits.ts";

/** Rejects only if it is aborted or the sandbox is closed: a hook that fails, hangs or breaks is a result. */
export type RunHook = (call: HookInvocation, signal: AbortSignal) => Promise<HookResult>;

export type HookSettings = {
  /** Time limit of a hook, including waits for its requests; that of scripts if absent. */
  timeoutMs: number;
  memoryMb: number;
  /** The number of hooks that may wait for their requests at a time: each has its own process while it waits. */
  processes: number;
  /** Sends the requests of `http` and `https`; without it hooks have neither. */
  http: HookHttp;
};

/**
 * Hooks that only compute a value are evaluated in this process. Hooks without network access run in the pool of scripts, at the same cost. Those with network access wait for
 * providers, and would block others in their process. They have a second pool with its own queues, started at first
 * use, in which a process runs one hook at a time; so a slow provider delays neither scripts nor other hooks, and the
 * hooks of one organization wait only for each other (`lanes.ts`).
 */
export function createHooks(settings: PoolSettings & { hooks?: Partial<HookSettings> }, scripts: Visits) {
  const {
    timeoutMs = settings.timeoutMs,
    memoryMb = 128,
    processes = settings.processes * 4,
    http,
  } = settings.hooks ?? {};
  const closing = new AbortController();
  const plainResult = createPlainHooks();
  let connected: Promise<Visits> | undefined;
  let pids = (): number[] => [];

  function connectedVisits(): Promise<Visits> {
    closing.signal.throwIfAborted();
    connected ??= openVisits({ ...settings, processes, requestsAhead: 1 }).then(
      (visits) => {
        ({ pids } = visits);
        return visits;
      },
      (error) => {
        connected = undefined;
        throw error;
      },
    );
    return connected;
  }

  async function hook(who: unknown, call: HookInvocation, signal: AbortSignal): Promise<HookResult> {
    const plain = plainResult(call);
    if (plain) return plain;
    const mayCall = http !== undefined && NAMES_HTTP.test(call.body);
    const visits = mayCall ? await connectedVisits() : scripts;
    const { body, isLegacy } = call;
    const run = { body, isLegacy, variables: textsOf(call.variables), timeoutMs, memoryMb, mayCall };
    const request = { organization: String(who), hook: run };
    let result: ScriptResult | undefined;
    let hasCalled = false;

    function visit(): Visit {
      const calls = mayCall && createHookCalls({ http, origins: call.origins, signals: [signal, closing.signal] });
      return {
        onReport(report, child) {
          if ("result" in report) ({ result } = report);
          if (!("call" in report)) return;
          if (!calls) throw new Error("A hook made a call that it could not make.");
          hasCalled = true;
          calls.make(report.call, child.send);
        },
        signal,
        timeoutMs,
        ...(calls && { afterwards: calls.end }),
      };
    }

    // Requests of a hook cannot be undone: a hook that has sent one is not retried.
    const ending = await outcomeOf(() => visits.sendRequest(who, request, visit()), {
      isSure: true,
      isEnough: () => hasCalled,
    });
    if (result) return result;
    const { error } = (ending === SCRIPT_TIMED_OUT ? HOOK_TIMED_OUT : ending) ?? { error: SCRIPT_ENGINE_STOPPED };
    return { console: [], ok: false, error };
  }

  return {
    hook,
    pids: () => pids(),
    async close(reason: Error) {
      closing.abort(reason);
      await (await connected?.catch(() => undefined))?.close(reason);
    },
  };
}

/** The names of the modules must be in the body literally. */
const NAMES_HTTP = /(["'`])https?\1/;

/** Each as JSON text, which is only parsed if the hook reads it. */
function textsOf(variables: HookInvocation["variables"]): Record<string, string> {
  const texts = Object.entries(variables).map(([name, value]) => [name, JSON.stringify(value)]);
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined));
}
