import { readFileSync } from "node:fs";
import { join } from "node:path";
import { memoryUsage } from "node:process";
import { namedValues } from "../../formula/context.ts";
import { evaluateIn } from "../../formula/plain-step-script.ts";
import type { ScriptInvocation, ScriptResult } from "../../formula/ports.ts";
import type { StepPorts } from "../../formula/step-type.ts";
import { nextName, walkPureSteps } from "../../formula/walk.ts";
import { type Segment, type StepOutcome, visitSeed } from "../../formula/walk-state.ts";
import { frame, framesOf, parseJson, writeAll } from "./frames.ts";
import { type Guest, type GuestResult, type HookLine, openGuest } from "./guest.ts";
import type { HookRun, Report, Request, RequestResult } from "./messages.ts";
import { createScriptMemo } from "./script-memo.ts";

/**
 * The sandbox process: reads requests from its standard input and writes responses to its standard output, one at a
 * time, and does nothing else. `node child.cjs <timeoutMs> <memoryMb>`, beside the other files of an image.
 */
async function main() {
  const [timeoutMs, memoryMb] = process.argv.slice(2).map(Number) as [number, number];
  const file = (name: string) => readFileSync(join(__dirname, name));
  const wasm = new WebAssembly.Module(file("quickjs.wasm"));
  const open = (name: string) => openGuest({ wasm, image: file(`${name}.image`), timeoutMs, memoryMb });
  const guests: Partial<Record<string, Promise<Guest>>> = { bare: open("bare") };
  /** Guests used by the current request. */
  const used = new Set<Guest>();
  /** Guests used by the current organization. */
  const usedByOne = new Set<Guest>();
  let lastOrganization: string | undefined;
  const read = createScriptMemo();
  const frames = framesOf(STDIN);
  let calls = 0;
  await guests.bare;
  report({ end: true });
  flush();
  for (const json of frames) {
    // Written by our own side, where a step may be called `__proto__`; input from others was parsed without such keys.
    const request = JSON.parse(json) as Request | { reply: RequestResult };
    // A result for a hook that has ended.
    if ("reply" in request) continue;
    isWorn = false;
    flushedAt = performance.now();
    if (request.organization !== lastOrganization) await resetAll(usedByOne, "everything");
    lastOrganization = request.organization;
    if ("run" in request) await handleRun(request.run);
    else if ("hook" in request) await handleHook(request.hook);
    else await handleWalk(request.walk, request.isCareful);
    // Reading the memory usage takes a tenth of the time of a small script.
    if (++served % 64 === 0 && memoryUsage.rss() > MAX_RESIDENT_BYTES) isWorn = true;
    report({ end: true, ...(isWorn && { worn: true }) });
    flush();
    // After the response, so that it delays no one.
    await resetAll(used, "reachable");
  }

  async function resetAll(these: Set<Guest>, reach: "everything" | "reachable") {
    for (const guest of these) await guest.reset(reach);
    these.clear();
  }

  async function guestFor(body: string): Promise<Guest> {
    const name = read(body).needsLibraries ? "libraries" : "bare";
    guests[name] ??= open(name);
    return guests[name];
  }

  async function cleanGuestFor(body: string): Promise<Guest> {
    const guest = await guestFor(body);
    if (used.has(guest)) await guest.reset("reachable");
    used.add(guest);
    usedByOne.add(guest);
    return guest;
  }

  async function run(call: ScriptInvocation): Promise<GuestResult> {
    const guest = await cleanGuestFor(call.body);
    const result = guest.run(call);
    isWorn ||= result.isBroken === true;
    return result;
  }

  /** The value of a plain script; undefined if it needs the engine. */
  function evaluated({ body, scriptEngine, context }: ScriptInvocation) {
    const { plain } = scriptEngine === "v2" ? read(body) : {};
    return plain && evaluateIn(context, plain);
  }

  async function handleRun(call: ScriptInvocation) {
    reportResult(await run(call));
  }

  async function handleHook(hook: HookRun) {
    const guest = await cleanGuestFor(hook.body);
    const result = guest.runHook(hook, openLine());
    isWorn ||= result.isBroken === true;
    reportResult(result);
  }

  /** Ids continue from hook to hook, so that a late result is not taken for one of another hook. */
  function openLine(): HookLine {
    const waiting = new Map<number, string>();
    return {
      sendRequest(id, json, ms) {
        waiting.set(++calls, id);
        report({ call: { id: calls, ms: Math.ceil(ms) + LATENESS_MS, request: parseJson(json) } });
        flush();
      },
      nextReply() {
        while (waiting.size > 0) {
          const { value: frame, done } = frames.next();
          // The parent has ended: there is nothing to report to.
          if (done) process.exit(1);
          const { reply } = parseJson(frame) as { reply: RequestResult };
          const id = waiting.get(reply.id);
          if (id !== undefined && waiting.delete(reply.id)) return { id, json: reply.json };
        }
      },
    };
  }

  function reportResult({ console, notify, ...result }: GuestResult) {
    const notes = JSON.stringify({ console, notify }).slice(1, -1);
    // The value is JSON already, and only the other side parses it.
    const message = result.ok
      ? `"ok":true${result.json === undefined ? "" : `,"value":${result.json}`}`
      : JSON.stringify({ ok: false, error: result.error, reason: result.reason }).slice(1, -1);
    pending.push(frame(`{"result":{${notes},${message}}}`));
  }

  async function handleWalk(segment: Segment, isCareful: boolean) {
    const { walk, repeatable } = segment;
    walk.context.steps = namedValues(walk.context.steps);
    walk.memory = namedValues(walk.memory);
    walk.visits = namedValues(walk.visits);
    const sandbox = {
      run: async (call: ScriptInvocation): Promise<ScriptResult> => {
        const value = evaluated(call);
        if (value !== undefined) return { console: [], notify: [], ok: true, value };
        if (isCareful || performance.now() - flushedAt > BUFFER_MS) flush();
        return parsed(await run(repeatable ? { ...call, repeatable: ofVisit(repeatable.seed) } : call));
      },
    };
    const ofVisit = (seed: string) => {
      const name = nextName(walk) ?? "";
      return { at: repeatable?.at ?? 0, seed: visitSeed(seed, name, walk.visits[name] ?? 0) };
    };
    const end = performance.now() + SLICE_MS;
    await walkPureSteps(
      segment,
      // Pure steps use no other port (step-type.ts, `pure`).
      { sandbox } as unknown as StepPorts,
      reportOutcome,
      () => performance.now() < end && !isWorn,
      new AbortController().signal,
    );
  }
}

const STDIN = 0;
const STDOUT = 1;
/** How long one execution may use the process while others wait. */
const SLICE_MS = 250;
/** How long outcomes may be buffered to be sent together. */
const BUFFER_MS = 5;
/** The length of outcomes that are sent in one message: a message must not be too large. */
const MAX_TOGETHER = 1024 * 1024;
/** Makes sure that a hook whose time ran out while it waited detects it. */
const LATENESS_MS = 10;
const MAX_RESIDENT_BYTES = 300 * 1024 * 1024;

let isWorn = false;
let served = 0;
let pending: Buffer[] = [];
/** As JSON, to be sent in one message. */
let outcomes: string[] = [];
let outcomesLength = 0;
let flushedAt = 0;

function report(message: Report) {
  gatherOutcomes();
  pending.push(frame(JSON.stringify(message)));
}

function reportOutcome(name: string, outcome: StepOutcome) {
  const json = JSON.stringify([name, outcome]);
  outcomes.push(json);
  outcomesLength += json.length;
  if (outcomesLength > MAX_TOGETHER) gatherOutcomes();
}

function gatherOutcomes() {
  if (outcomes.length === 0) return;
  pending.push(frame(`{"outcomes":[${outcomes.join()}]}`));
  outcomes = [];
  outcomesLength = 0;
}

function flush() {
  gatherOutcomes();
  if (pending.length === 0) return;
  writeAll(STDOUT, Buffer.concat(pending));
  pending = [];
  flushedAt = performance.now();
}

function parsed({ console, notify, ...result }: GuestResult): ScriptResult {
  if (!result.ok)
    return { console, notify, ok: false, error: result.error, ...(result.reason && { reason: result.reason }) };
  return { console, notify, ok: true, value: result.json === undefined ? undefined : parseJson(result.json) };
}

void main();
