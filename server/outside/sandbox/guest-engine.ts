import { createHash, randomFillSync } from "node:crypto";
import { type JSValueHandle, QuickJS, type Snapshot } from "quickjs-wasi";
import type { Repeatable } from "../../formula/walk-state.ts";

/**
 * A QuickJS machine without memory between two scripts: its memory is restored to the state before the first one. Only
 * this file uses private members of quickjs-wasi, whose version is pinned for it; `openEngine` tests on every start
 * that they still work.
 */
export type GuestEngine = {
  /**
   * Compiles and calls a script: the source of a function expression. Throws errors that the harness could not catch.
   */
  start: (source: string, returnsResult: boolean, repeatable?: Repeatable) => void;
  /** Starts a hook, which has its own memory limit and further names. */
  startHook: (source: string, hook: { memoryMb: number; furtherNames: string[]; mayCall: boolean }) => void;
  /** Passes the result of one of its requests to a hook. */
  deliver: (id: string, json: string) => void;
  /** Makes a finished hook respond with its returned value. */
  finish: () => void;
  /** Runs pending promise jobs until none is left or `isSettled` returns true. */
  runJobs: (isSettled: () => boolean) => void;
  /** The reason of an unhandled rejection, as text. */
  unhandledRejection: () => string | undefined;
  /**
   * Clears the last script. Between scripts of one organization the part of the stack that no script can reach may keep
   * its content, which saves two thirds of the work.
   */
  reset: (reach: "everything" | "reachable") => Promise<void>;
};

/** Functions of the host for the harness. Only text crosses the boundary. */
export type HostCalls = Record<"__open" | "__read", (root: string, name: string) => string> &
  Record<"__log" | "__email" | "__settle" | "__call", (...texts: string[]) => void>;

const HOST_CALLS = [
  "__open",
  "__read",
  "__log",
  "__email",
  "__settle",
  "__call",
] as const satisfies (keyof HostCalls)[];

/** The members of `QuickJS` that its types call private, as they are in 3.6.2. */
type PrivateMembers = {
  exports: {
    memory: WebAssembly.Memory;
    __stack_pointer: WebAssembly.Global<"i32">;
    qjs_set_memory_limit: (bytes: number) => void;
    qjs_set_runtime_and_context: (runtime: number, context: number) => void;
    qjs_is_job_pending: () => number;
    qjs_execute_pending_job: () => number;
  };
  _ownedHandles: Set<JSValueHandle>;
} & Record<"_global" | "_undefined" | "_null" | "_true" | "_false", JSValueHandle | null>;

const privately = (vm: QuickJS) => vm as unknown as PrivateMembers;

const MAX_STACK_BYTES = 256 * 1024;
/** The engine refuses to go deeper than the maximum; the rest is for its own functions at that depth. */
const REACHABLE_STACK_BYTES = 2 * MAX_STACK_BYTES;
const PAGE_BYTES = 64 * 1024;
const BAD_DESCRIPTOR = 8;
/** The guest has no files, and our own standard output carries frames. */
const wasi = (now: () => number) => (memory: WebAssembly.Memory) => ({
  fd_write: () => BAD_DESCRIPTOR,
  clock_time_get(_clock: number, _precision: bigint, to: number) {
    new DataView(memory.buffer).setBigUint64(to, BigInt(now()) * 1_000_000n, true);
    return 0;
  },
});
/** A script that waits for the clock in a loop would wait to its time limit if a repeatable clock stood still. */
const READS_PER_MS = 100;

/** The memory of a machine that has evaluated `sources`, for `openEngine`. Only for our own sources. */
export async function buildImage(wasm: WebAssembly.Module, sources: string[]): Promise<Uint8Array> {
  using vm = await QuickJS.create({ wasm, wasi: wasi(Date.now), timezoneOffset: 0 });
  for (const name of HOST_CALLS) {
    using call = vm.newFunction(name, () => vm.undefined);
    vm.global.setProp(name, call);
  }
  for (const source of sources) vm.evalCode(source).dispose();
  vm.runGC();
  return QuickJS.serializeSnapshot(vm.snapshot());
}

/**
 * `isOverdue` is polled every few thousand instructions and ends the script if it returns true. Throws if the self test
 * fails, since then this engine is not safe for scripts.
 */
export async function openEngine(machine: {
  wasm: WebAssembly.Module;
  image: Uint8Array;
  memoryMb: number;
  host: HostCalls;
  isOverdue: () => boolean;
}): Promise<GuestEngine> {
  const image = QuickJS.deserializeSnapshot(machine.image);
  let isTesting = false;
  let clock: { at: number; reads: number } | undefined;
  let vm = await armed();
  let harness = takeHarness(vm);
  // Taken after the handlers are set: the interrupt and rejection handlers are stored in the guest's memory, too.
  const base = baseOf(vm);
  const rejections = new Map<number, JSValueHandle>();
  const nextSeeds = randomWords(4);

  async function armed(): Promise<QuickJS> {
    const restored = await QuickJS.restore(image, {
      wasm: machine.wasm,
      wasi: wasi(() => (clock ? clock.at + Math.floor(clock.reads++ / READS_PER_MS) : Date.now())),
      memoryLimit: machine.memoryMb * 1024 * 1024,
      maxStackSize: MAX_STACK_BYTES,
      timezoneOffset: 0,
      interruptHandler: () => isTesting || machine.isOverdue(),
      onUnhandledRejection(promise, reason, isHandled) {
        if (isHandled) rejections.delete(promise.identity);
        else rejections.set(promise.identity, reason.dup());
      },
    });
    let returned: JSValueHandle | undefined;
    for (const name of HOST_CALLS) {
      restored.registerHostCallback(name, (...values) => {
        const text = machine.host[name](...(values.map(String) as [string, string]));
        // The engine takes its own reference after the call, so the previous one can be released.
        returned?.dispose();
        returned = text === undefined ? undefined : restored.newString(text);
        return returned ?? restored.undefined;
      });
    }
    return restored;
  }

  async function reset(reach: "everything" | "reachable") {
    rejections.clear();
    clock = undefined;
    if (restoreMemory(vm, base, reach === "everything" ? 0 : base.zeros - REACHABLE_STACK_BYTES)) return;
    vm.dispose();
    vm = await armed();
    harness = takeHarness(vm);
    if (!isSame(vm, base)) throw new Error("A new script engine differs from the first one.");
  }

  function start(source: string, returnsResult: boolean, repeatable?: Repeatable) {
    clock = repeatable && { at: repeatable.at, reads: 0 };
    const script = vm.evalCode(source, "script");
    const seeds = repeatable ? seedsFrom(repeatable.seed) : nextSeeds();
    const seedHandles = Array.from(seeds, (seed) => vm.newNumber(seed));
    vm.callFunction(harness.start, vm.undefined, script, returnsResult ? vm.true : vm.false, ...seedHandles);
  }

  function startHook(source: string, { memoryMb, furtherNames, mayCall }: Parameters<GuestEngine["startHook"]>[1]) {
    // The limit is stored in the guest's memory, so the next reset restores it.
    privately(vm).exports.qjs_set_memory_limit(memoryMb * 1024 * 1024);
    const script = vm.evalCode(source, "script");
    const seedHandles = Array.from(nextSeeds(), (seed) => vm.newNumber(seed));
    const names = vm.newString(furtherNames.join());
    vm.callFunction(harness.startHook, vm.undefined, script, names, mayCall ? vm.true : vm.false, ...seedHandles);
  }

  const deliver = (id: string, json: string) =>
    void vm.callFunction(harness.deliver, vm.undefined, vm.newString(id), vm.newString(json));

  const finish = () => void vm.callFunction(harness.finish, vm.undefined);

  function runJobs(isSettled: () => boolean) {
    const { exports } = privately(vm);
    while (!isSettled() && exports.qjs_is_job_pending()) {
      if (exports.qjs_execute_pending_job() < 0) throw new Error("A promise job was stopped.");
    }
  }

  function unhandledRejection() {
    const [reason] = rejections.values();
    return reason && vm.callFunction(harness.describe, vm.undefined, reason).toString();
  }

  for (const attempt of ["first", "second"]) {
    isTesting = true;
    const isInterrupted = throws(() => vm.evalCode("for (;;) {}"));
    isTesting = false;
    await reset("everything");
    if (!isInterrupted || !isSame(vm, base)) throw new Error(`The script engine failed its self test, ${attempt} run.`);
  }
  return { start, startHook, deliver, finish, runJobs, unhandledRejection, reset };
}

/** Random 32-bit words, `count` at a time. Drawn in advance, because each draw costs as much as a small script. */
function randomWords(count: number): () => Int32Array {
  const drawn = new Int32Array(count * 256);
  let at = drawn.length;
  return () => {
    if (at === drawn.length) {
      randomFillSync(drawn);
      at = 0;
    }
    at += count;
    return drawn.subarray(at - count, at);
  };
}

/** Derives four words from a text. */
function seedsFrom(text: string): Int32Array {
  const { buffer, byteOffset } = createHash("sha256").update(text).digest();
  return new Int32Array(buffer.slice(byteOffset, byteOffset + 16));
}

/** The harness's entry points, which scripts cannot reach. */
function takeHarness(vm: QuickJS) {
  const entry = (name: string) => vm.global.getProp(`__${name}`);
  const harness = {
    start: entry("start"),
    startHook: entry("startHook"),
    deliver: entry("deliver"),
    finish: entry("finish"),
    describe: entry("describe"),
  };
  for (const name of Object.keys(harness)) vm.evalCode(`delete globalThis.__${name}`).dispose();
  return harness;
}

/** `zeros` is the number of zero bytes at the beginning: the unused stack, which is cheaper to fill than to copy. */
type Base = Snapshot & { zeros: number };

function baseOf(vm: QuickJS): Base {
  const snapshot = vm.snapshot();
  const page = Buffer.alloc(PAGE_BYTES);
  let zeros = 0;
  while (page.equals(snapshot.memory.subarray(zeros, zeros + PAGE_BYTES))) zeros += PAGE_BYTES;
  return { ...snapshot, zeros };
}

/** Restores every byte after `from`; false if the memory has grown, which cannot be undone. */
function restoreMemory(vm: QuickJS, base: Base, from: number): boolean {
  const members = privately(vm);
  const memory = new Uint8Array(members.exports.memory.buffer);
  if (memory.length !== base.memory.length) return false;
  memory.fill(0, from, base.zeros);
  memory.set(base.memory.subarray(base.zeros), base.zeros);
  members.exports.__stack_pointer.value = base.stackPointer;
  members.exports.qjs_set_runtime_and_context(base.runtimePtr, base.contextPtr);
  members._ownedHandles.clear();
  for (const cached of ["_global", "_undefined", "_null", "_true", "_false"] as const) members[cached] = null;
  return true;
}

const isSame = (vm: QuickJS, base: Base) =>
  Buffer.compare(base.memory, Buffer.from(privately(vm).exports.memory.buffer)) === 0;

function throws(action: () => unknown): boolean {
  try {
    action();
    return false;
  } catch {
    return true;
  }
}
