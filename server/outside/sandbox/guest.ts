import { HOOK_VARIABLES } from "../../element/hooks/hook-variable-names.ts";
import type { Context } from "../../formula/context.ts";
import type { EmailMessage, ScriptInvocation } from "../../formula/ports.ts";
import { readScript } from "../../script/read-script.ts";
import { type BadEnding, HOOK_TIMED_OUT, SCRIPT_ENGINE_STOPPED, SCRIPT_TIMED_OUT } from "./endings.ts";
import { type GuestEngine, openEngine } from "./guest-engine.ts";
import type { HookRun } from "./messages.ts";
import { createSyntaxCheck, HOOK_PARAMETERS, PARAMETERS } from "./syntax.ts";

/** A `ScriptResult` whose value is still JSON text; undefined if `done()` was called without a value. */
export type GuestResult = {
  console: string[];
  notify: EmailMessage[];
  /** The engine itself failed in this script, so its process should run no other. */
  isBroken?: true;
} & ({ ok: true; json: string | undefined } | ({ ok: false } & BadEnding));

export type Guest = {
  /** Runs one script to its end or to its limits. Call `reset` before the next one. */
  run: (call: ScriptInvocation) => GuestResult;
  /** Runs a hook, which may wait for the responses to its HTTP requests. */
  runHook: (hook: HookRun, line: HookLine) => GuestResult;
  reset: GuestEngine["reset"];
};

/** The channel of a hook to the process that sends its requests. */
export type HookLine = {
  /** `ms`: the longest time that the hook will wait. */
  sendRequest: (id: string, json: string, ms: number) => void;
  /** Blocks until the next result arrives; undefined if there will be none. */
  nextReply: () => { id: string; json: string } | undefined;
};

/** `isOurs`: the harness ended the script, not an error of its own. */
type Verdict = { ok: true; json: string | undefined } | ({ ok: false; isOurs?: true } & BadEnding);

const MAX_BODY_LENGTH = 256 * 1024;
const MAX_HOOK_LENGTH = 6 * 1024 * 1024;
const NO_VALUES = "The step did not return any values";
/** Nothing outside can resolve a promise of the guest, so a pending one would wait until the time limit. */
const WAITS_FOR_EVER = "it waits for a promise that nothing resolves, or never calls done.";

/** The error messages for limits. */
type Words = { timedOut: BadEnding; outOfMemory: string };

/** Runs scripts in one guest machine and interprets their results. */
export async function openGuest(machine: {
  wasm: WebAssembly.Module;
  image: Uint8Array;
  memoryMb: number;
  timeoutMs: number;
}): Promise<Guest> {
  let context: Context;
  let variables: HookRun["variables"];
  let line: HookLine;
  let verdict: Verdict | undefined;
  let notes: Pick<GuestResult, "console" | "notify">;
  let deadline = Number.POSITIVE_INFINITY;
  let isLate = false;
  const syntaxErrorOf = createSyntaxCheck(PARAMETERS);
  const hookSyntaxErrorOf = createSyntaxCheck(HOOK_PARAMETERS);

  const engine = await openEngine({
    ...machine,
    isOverdue() {
      isLate = performance.now() > deadline;
      return isLate;
    },
    host: {
      __open: (root) => openedRoot(rootOf(context, root)),
      __read: (root, name) => (root === "hook" ? (variables[name] ?? "") : JSON.stringify(rootOf(context, root)[name])),
      __call: (id = "", json = "") => line.sendRequest(id, json, Math.max(0, deadline - performance.now())),
      __log: (line) => void notes.console.push(line),
      __email: (to = "", subject = "", body = "") => void notes.notify.push({ to, subject, body }),
      __settle: (kind, text = "") => {
        verdict =
          kind === "error" ? { ok: false, error: text } : { ok: true, json: kind === "value" ? text : undefined };
      },
    },
  });

  function run(call: ScriptInvocation): GuestResult {
    ({ context } = call);
    notes = { console: [], notify: [] };
    verdict = undefined;
    isLate = false;
    if (call.body.length > MAX_BODY_LENGTH) return { ...notes, ok: false, error: "The script is longer than 256 KB." };
    const error = syntaxErrorOf(call.body);
    if (error) return { ...notes, ...inWordsOf(call, { ok: false, error }) };
    deadline = performance.now() + machine.timeoutMs;
    try {
      const reached = settled(call, engine);
      return { ...notes, ...inWordsOf(call, reached) };
    } catch (error) {
      return { ...notes, ...stopped(error, words) };
    } finally {
      deadline = Number.POSITIVE_INFINITY;
    }
  }

  function settled(
    { body, scriptEngine, repeatable }: ScriptInvocation,
    { start, runJobs, unhandledRejection }: GuestEngine,
  ): Verdict {
    start(`(function(${PARAMETERS}){"use strict";${body}\n})`, scriptEngine === "v1", repeatable);
    runJobs(() => verdict !== undefined);
    if (verdict) return verdict;
    const reason = unhandledRejection();
    if (reason !== undefined) return { ok: false, error: reason };
    return readScript(body).waits
      ? { ok: false, ...SCRIPT_TIMED_OUT, error: `${SCRIPT_TIMED_OUT.error}: ${WAITS_FOR_EVER}`, isOurs: true }
      : { ok: false, error: NO_VALUES, isOurs: true };
  }

  function inWordsOf({ scriptEngine }: ScriptInvocation, reached: Verdict): Verdict {
    if (reached.ok) {
      return scriptEngine === "v1" && reached.json === undefined ? { ok: false, error: NO_VALUES } : reached;
    }
    const { isOurs, ...ending } = reached;
    if (isLate) return { ok: false, ...SCRIPT_TIMED_OUT };
    if (isOutOfMemory(ending.error)) return { ok: false, error: words.outOfMemory };
    if (scriptEngine !== "v1" || isOurs) return ending;
    return { ok: false, error: `Script execution failed with message: ${ending.error}` };
  }

  const words = { timedOut: SCRIPT_TIMED_OUT, outOfMemory: `Script ${tooMuch(machine.memoryMb)}` };

  function runHook(hook: HookRun, itsLine: HookLine): GuestResult {
    ({ variables } = hook);
    line = itsLine;
    notes = { console: [], notify: [] };
    verdict = undefined;
    isLate = false;
    if (hook.body.length > MAX_HOOK_LENGTH) return { ...notes, ok: false, error: "The hook is longer than 6 MB." };
    const error = hookSyntaxErrorOf(hook.body);
    if (error) return { ...notes, ok: false, error };
    deadline = performance.now() + hook.timeoutMs;
    const words = { timedOut: HOOK_TIMED_OUT, outOfMemory: `The hook ${tooMuch(hook.memoryMb)}` };
    try {
      const reached = settledHook(hook);
      if (reached.ok) return { ...notes, ...reached };
      if (isLate) return { ...notes, ok: false, ...words.timedOut };
      return { ...notes, ok: false, error: isOutOfMemory(reached.error) ? words.outOfMemory : reached.error };
    } catch (error) {
      return { ...notes, ...stopped(error, words) };
    } finally {
      deadline = Number.POSITIVE_INFINITY;
    }
  }

  function settledHook({ body, isLegacy, memoryMb, mayCall }: HookRun): Verdict {
    const furtherNames = Object.keys(variables).filter((name) => !HOOK_VARIABLES.includes(name));
    engine.startHook(`(function(${HOOK_PARAMETERS}){"use strict";${body}\n})`, { memoryMb, furtherNames, mayCall });
    engine.runJobs(() => verdict !== undefined);
    let hasCalled = false;
    while (!verdict) {
      const reply = line.nextReply();
      if (!reply) break;
      hasCalled = true;
      isLate = performance.now() > deadline;
      if (isLate) return { ok: false, ...HOOK_TIMED_OUT };
      engine.deliver(reply.id, reply.json);
      engine.runJobs(() => verdict !== undefined);
    }
    const reason = verdict ? undefined : engine.unhandledRejection();
    if (reason !== undefined) return { ok: false, error: reason };
    if (!verdict) engine.finish();
    if (verdict) return verdict;
    return !isLegacy && (hasCalled || readScript(body).waits)
      ? { ok: false, error: `${HOOK_TIMED_OUT.error}: ${WAITS_FOR_EVER}` }
      : { ok: true, json: undefined };
  }

  /** Errors that the harness could not catch: limits of time, memory or stack, or a fault of the engine. */
  function stopped(error: unknown, { timedOut, outOfMemory }: Words): { ok: false; isBroken?: true } & BadEnding {
    if (isLate) return { ok: false, ...timedOut };
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    if (error instanceof WebAssembly.RuntimeError)
      return { ok: false, error: `${SCRIPT_ENGINE_STOPPED}: ${text}`, isBroken: true };
    return { ok: false, error: isOutOfMemory(text) ? outOfMemory : text };
  }

  return { run, runHook, reset: engine.reset };
}

const tooMuch = (memoryMb: number) => `exceeded its memory limit of ${memoryMb} MB`;

const isOutOfMemory = (error: string) => /out of memory|malloc failed|^\[uninitialized\]$/.test(error);

function rootOf(context: Context, root: string): Record<string, unknown> {
  if (root === "info") return context.info;
  return root === "trigger" ? context.trigger : root === "steps" ? context.steps : context.config;
}

/**
 * A value that is sent on request costs a round trip to the host; a value that is sent in advance may be parsed in
 * vain.
 */
const SMALL = 2_000;
const MOST_IN_ADVANCE = 8_000;

/** The members of a root: small ones in full, the others by name, since the script may never read them. */
function openedRoot(root: Record<string, unknown>): string {
  const members: Record<string, unknown> = Object.create(null);
  const lazy: string[] = [];
  let left = MOST_IN_ADVANCE;
  for (const [name, value] of Object.entries(root)) {
    if (value === undefined) continue;
    const length = lengthOf(value, SMALL);
    const isWhole = length <= SMALL && length <= left;
    if (isWhole) left -= length;
    else lazy.push(name);
    members[name] = isWhole ? value : null;
  }
  return JSON.stringify({ members, lazy });
}

/** The approximate length of a value as JSON; counting stops a little above `most`. */
function lengthOf(value: unknown, most: number): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 8;
  let length = 2;
  for (const key in value) {
    length += key.length + 4 + lengthOf((value as Record<string, unknown>)[key], most - length);
    if (length > most) break;
  }
  return length;
}
