import { readFileSync } from "node:fs";
import { join } from "node:path";
import { memoryUsage } from "node:process";
import { namedValues } from "../../formula/context.ts";
import type { ScriptAnswer, ScriptCall } from "../../formula/ports.ts";
import type { StepPorts } from "../../formula/step-type.ts";
import { type Segment, walkPureSteps } from "../../formula/walk.ts";
import { frame, framesOf, parseJson, writeAll } from "./frames.ts";
import { type Guest, type GuestAnswer, openGuest } from "./guest.ts";
import type { Report, Request } from "./messages.ts";

/**
 * The sandbox process: reads requests from its standard input and answers on its standard output, one at a time,
 * and does nothing else. `node child.cjs <timeoutMs> <memoryMb>`, beside the other files of an image.
 */
async function main() {
  const [timeoutMs, memoryMb] = process.argv.slice(2).map(Number) as [number, number];
  const file = (name: string) => readFileSync(join(__dirname, name));
  const wasm = new WebAssembly.Module(file("quickjs.wasm"));
  const open = (name: string) => openGuest({ wasm, image: file(`${name}.image`), timeoutMs, memoryMb });
  const guests: Partial<Record<string, Promise<Guest>>> = { bare: open("bare") };
  /** By the request at hand. */
  const used = new Set<Guest>();
  /** By the organisation whose requests these are. */
  const usedByOne = new Set<Guest>();
  let lastWhose: string | undefined;
  await guests.bare;
  report({ end: true });
  flush();
  for (const json of framesOf(STDIN)) {
    const request = parseJson(json) as Request;
    isWorn = false;
    flushedAt = performance.now();
    if (request.whose !== lastWhose) await resetAll(usedByOne, "everything");
    lastWhose = request.whose;
    if ("run" in request) await answerRun(request.run);
    else await answerWalk(request.walk, request.isCareful);
    // Asking takes as long as a tenth of a small script.
    if (++served % 64 === 0 && memoryUsage.rss() > MAX_RESIDENT_BYTES) isWorn = true;
    report({ end: true, ...(isWorn && { worn: true }) });
    flush();
    // After the answer, so that nobody waits for it.
    await resetAll(used, "reachable");
  }

  async function resetAll(these: Set<Guest>, reach: "everything" | "reachable") {
    for (const guest of these) await guest.reset(reach);
    these.clear();
  }

  async function guestFor(body: string): Promise<Guest> {
    const name = /\b(?:require|CE)\b/.test(body) ? "libraries" : "bare";
    guests[name] ??= open(name);
    return guests[name];
  }

  async function run(call: ScriptCall): Promise<GuestAnswer> {
    const guest = await guestFor(call.body);
    if (used.has(guest)) await guest.reset("reachable");
    used.add(guest);
    usedByOne.add(guest);
    const answer = guest.run(call);
    isWorn ||= answer.isBroken === true;
    return answer;
  }

  async function answerRun(call: ScriptCall) {
    const { console, notify, ...answer } = await run(call);
    const notes = JSON.stringify({ console, notify }).slice(1, -1);
    // The value is JSON already, and the other side parses it once.
    const said = answer.ok
      ? `"ok":true${answer.json === undefined ? "" : `,"value":${answer.json}`}`
      : `"ok":false,"error":${JSON.stringify(answer.error)}`;
    pending.push(frame(`{"answer":{${notes},${said}}}`));
  }

  async function answerWalk(segment: Segment, isCareful: boolean) {
    const { walk } = segment;
    walk.context.steps = namedValues(walk.context.steps);
    walk.memory = namedValues(walk.memory);
    walk.visits = namedValues(walk.visits);
    const sandbox = {
      run: async (call: ScriptCall) => {
        if (isCareful || performance.now() - flushedAt > UNTOLD_MS) flush();
        return parsed(await run(call));
      },
    };
    const end = performance.now() + SLICE_MS;
    await walkPureSteps(
      segment,
      // Pure steps use no other port (step-type.ts, `pure`).
      { sandbox } as unknown as StepPorts,
      (name, outcome) => report({ outcome: [name, outcome] }),
      () => performance.now() < end && !isWorn,
      new AbortController().signal,
    );
  }
}

const STDIN = 0;
const STDOUT = 1;
/** How long one execution keeps the process while others wait. */
const SLICE_MS = 250;
/** How long outcomes may wait to be told together. */
const UNTOLD_MS = 5;
const MAX_RESIDENT_BYTES = 300 * 1024 * 1024;

let isWorn = false;
let served = 0;
let pending: Buffer[] = [];
let flushedAt = 0;

const report = (said: Report) => pending.push(frame(JSON.stringify(said)));

function flush() {
  if (pending.length === 0) return;
  writeAll(STDOUT, Buffer.concat(pending));
  pending = [];
  flushedAt = performance.now();
}

function parsed({ console, notify, ...answer }: GuestAnswer): ScriptAnswer {
  if (!answer.ok) return { console, notify, ok: false, error: answer.error };
  return { console, notify, ok: true, value: answer.json === undefined ? undefined : parseJson(answer.json) };
}

void main();
