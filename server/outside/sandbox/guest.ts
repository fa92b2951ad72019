import type { Context } from "../../formula/context.ts";
import type { EmailMessage, ScriptCall } from "../../formula/ports.ts";
import { SCRIPT_ENGINE_STOPPED, SCRIPT_TIMED_OUT } from "./endings.ts";
import { type GuestEngine, openEngine } from "./guest-engine.ts";
import { createSyntaxCheck, PARAMETERS } from "./syntax.ts";

/** A `ScriptAnswer` whose value is still JSON text; undefined where `done()` was given nothing. */
export type GuestAnswer = {
  console: string[];
  notify: EmailMessage[];
  /** The engine itself failed under this script, so that its process had better not run another. */
  isBroken?: true;
} & ({ ok: true; json: string | undefined } | { ok: false; error: string });

export type Guest = {
  /** Runs one script to its end or to its limits. Call `reset` before the next one. */
  run: (call: ScriptCall) => GuestAnswer;
  reset: GuestEngine["reset"];
};

type Verdict = { ok: true; json: string | undefined } | { ok: false; error: string };

const MAX_BODY_LENGTH = 256 * 1024;
const NO_VALUES = "The step did not return any values";
/** Nothing outside can resolve a promise in here, so one that is still waiting would wait to the time limit. */
const WAITS_FOR_EVER = `${SCRIPT_TIMED_OUT}: it waits for a promise that nothing resolves, or never calls done.`;

/** One guest machine and the meaning of its answers (contract §3, §4, §7 row 3). */
export async function openGuest(machine: {
  wasm: WebAssembly.Module;
  image: Uint8Array;
  memoryMb: number;
  timeoutMs: number;
}): Promise<Guest> {
  let context: Context;
  let verdict: Verdict | undefined;
  let notes: Pick<GuestAnswer, "console" | "notify">;
  let deadline = Number.POSITIVE_INFINITY;
  let isLate = false;
  const syntaxErrorOf = createSyntaxCheck();

  const engine = await openEngine({
    ...machine,
    isOverdue() {
      isLate = performance.now() > deadline;
      return isLate;
    },
    host: {
      __open: (root) => openedRoot(rootOf(context, root)),
      __read: (root, name) => JSON.stringify(rootOf(context, root)[name]),
      __log: (line) => void notes.console.push(line),
      __email: (to = "", subject = "", body = "") => void notes.notify.push({ to, subject, body }),
      __settle: (kind, text = "") => {
        verdict =
          kind === "error" ? { ok: false, error: text } : { ok: true, json: kind === "value" ? text : undefined };
      },
    },
  });

  function run(call: ScriptCall): GuestAnswer {
    ({ context } = call);
    notes = { console: [], notify: [] };
    verdict = undefined;
    isLate = false;
    if (call.body.length > MAX_BODY_LENGTH) return { ...notes, ok: false, error: "The script is longer than 256 KB." };
    const error = syntaxErrorOf(call.body);
    if (error) return { ...notes, ...inWordsOf(call, { ok: false, error }) };
    deadline = performance.now() + machine.timeoutMs;
    try {
      const answered = settled(call, engine);
      return { ...notes, ...inWordsOf(call, answered) };
    } catch (error) {
      return { ...notes, ...stopped(error) };
    } finally {
      deadline = Number.POSITIVE_INFINITY;
    }
  }

  function settled({ body, scriptEngine }: ScriptCall, { start, runJobs, unhandledRejection }: GuestEngine): Verdict {
    start(`(function(${PARAMETERS}){"use strict";${body}\n})`, scriptEngine === "v1");
    runJobs(() => verdict !== undefined);
    if (verdict) return verdict;
    const reason = unhandledRejection();
    if (reason !== undefined) return { ok: false, error: reason };
    return { ok: false, error: /\b(?:async|await|Promise)\b/.test(body) ? WAITS_FOR_EVER : NO_VALUES };
  }

  function inWordsOf({ scriptEngine }: ScriptCall, answered: Verdict): Verdict {
    if (answered.ok) {
      return scriptEngine === "v1" && answered.json === undefined ? { ok: false, error: NO_VALUES } : answered;
    }
    const { error } = answered;
    if (isLate) return { ok: false, error: SCRIPT_TIMED_OUT };
    if (isOutOfMemory(error)) return { ok: false, error: memoryError };
    const isOurs = error === NO_VALUES || error === WAITS_FOR_EVER;
    return {
      ok: false,
      error: scriptEngine === "v1" && !isOurs ? `Script execution failed with message: ${error}` : error,
    };
  }

  const memoryError = `Script exceeded its memory limit of ${machine.memoryMb} MB`;

  /** For what the harness could not catch: the end of time, memory or stack, or a fault of the engine. */
  function stopped(error: unknown): { ok: false; error: string; isBroken?: true } {
    if (isLate) return { ok: false, error: SCRIPT_TIMED_OUT };
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    if (error instanceof WebAssembly.RuntimeError)
      return { ok: false, error: `${SCRIPT_ENGINE_STOPPED}: ${text}`, isBroken: true };
    return { ok: false, error: isOutOfMemory(text) ? memoryError : text };
  }

  return { run, reset: engine.reset };
}

const isOutOfMemory = (error: string) => /out of memory|malloc failed|^\[uninitialized\]$/.test(error);

function rootOf(context: Context, root: string): Record<string, unknown> {
  if (root === "info") return context.info;
  return root === "trigger" ? context.trigger : root === "steps" ? context.steps : context.config;
}

const SMALL = 200;
const isSmall = (value: unknown) =>
  typeof value === "string" ? value.length < SMALL : typeof value !== "object" || value === null;

/** The members of a root: small ones whole, the others by name, for the script may never read them. */
function openedRoot(root: Record<string, unknown>): string {
  const members: Record<string, unknown> = Object.create(null);
  const lazy: string[] = [];
  for (const [name, value] of Object.entries(root)) {
    if (value === undefined || name === "__proto__") continue;
    if (!isSmall(value)) lazy.push(name);
    members[name] = isSmall(value) ? value : null;
  }
  return JSON.stringify({ members, lazy });
}
