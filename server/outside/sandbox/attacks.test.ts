import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox, type RunningSandbox } from "./sandbox.ts";

/**
 * Attacks in a script or a hook, and the outcome: the result as JSON, or the error's text. Each is followed by a
 * harmless one, which must succeed. Memory limit 64 MB.
 */
const TIME = /^error Script execution timed out/;
const MEMORY = /^error Script exceeded its memory limit of 64 MB$/;
const TIME_OR_MEMORY = /^error Script (execution timed out|exceeded its memory limit)/;
/** On a very busy machine the time limit is reached before the stack limit. */
const STACK = /^error (RangeError: Maximum call stack size exceeded|Script execution timed out)/;
const SYNTAX = /^error SyntaxError: /;
const is = (value: unknown) => `ok ${JSON.stringify(value)}`;

type Attack = [id: string, body: string, expected: RegExp | string];

const ATTACKS: Record<string, Attack[]> = {
  "burns time (D01)": [
    ["loop", "while (true) {}", TIME],
    ["loop in finally", "try { while (true) {} } finally { while (true) {} }", TIME],
    ["loop around catch", "for (;;) { try { for (;;) {} } catch (e) {} }", TIME],
    ["generator without end", "function* g() { for (;;) yield 1; } for (const x of g());", TIME],
    ["toJSON without end", "done({ toJSON() { for (;;) {} } })", TIME],
    [
      "thrown getter without end",
      "throw { get message() { for (;;) {} }, get stack() { for (;;) {} }, toJSON() { for (;;) {} } }",
      TIME,
    ],
    ["result proxy without end", "done(new Proxy({}, { ownKeys() { for (;;) {} } }))", TIME],
    ["catastrophic expression", "/^(a+)+$/.test('a'.repeat(45) + 'b'); done(1)", TIME],
    ["back reference", "/(x+x+)+y/.exec('x'.repeat(60)); done(1)", TIME],
    ["replace", "'a'.repeat(1e5).replace(/(a*)*b/, ''); done(1)", TIME],
    ["flood of lines", "for (;;) console.log('x'.repeat(1e5))", TIME],
  ],
  "burns time inside the engine's own functions (D01)": [
    ["includes", "Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1); done(1)", TIME],
    [
      "lastIndexOf of a proxy",
      "Array.prototype.lastIndexOf.call(new Proxy({ length: 2 ** 53 - 1 }, {}), 1); done(1)",
      TIME,
    ],
    ["reverse", "Array.prototype.reverse.call({ length: 2 ** 53 - 1 }); done(1)", TIME],
    ["fill", "Array.prototype.fill.call({ length: 2 ** 53 - 1 }, 0); done(1)", TIME_OR_MEMORY],
    ["sort", "const x = []; for (let i = 0; i < 3e6; i++) x.push((i * 7919) % 3e6); x.sort(); done(1)", TIME_OR_MEMORY],
    [
      "indexOf in text",
      "done(('a'.repeat(3e5) + 'c').indexOf('a'.repeat(1.5e5) + 'b'))",
      /^error Script execution timed out|^ok -1$/,
    ],
    [
      "BigInt to text",
      "const b = 1n << (1n << 22n); done(String(b * b).length)",
      /^error RangeError: BigInt|^error Script execution/,
    ],
    ["Array.from", "done(Array.from({ length: 5e8 }).length)", TIME_OR_MEMORY],
    ["replaceAll", "done('x'.repeat(2e6).replaceAll('x', 'y'.repeat(100)).length)", TIME_OR_MEMORY],
    [
      "waiting for an atom",
      "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60000)",
      /^error ReferenceError: Atomics/,
    ],
    ["a long date", "done(Date.parse('1'.repeat(1e7)))", is(null)],
    [
      "finalizers",
      "const f = new FinalizationRegistry(() => {}); for (let i = 0; i < 1e6; i++) f.register({}, i); done(1)",
      /./,
    ],
  ],
  "fills memory (D02)": [
    ["arrays", "const x = []; for (;;) x.push(new Array(1e5).fill(1))", TIME_OR_MEMORY],
    ["objects", "const x = []; for (;;) x.push({ a: 1, b: [1, 2, 3] })", TIME_OR_MEMORY],
    ["doubling text", "let s = 'x'; for (;;) s += s", /^error (InternalError: string too long|Script exceeded)/],
    [
      "list of texts",
      "const x = []; for (;;) { const s = 'x'.repeat(1e7) + x.length; s.charCodeAt(5e6); x.push(s); }",
      TIME_OR_MEMORY,
    ],
    ["typed arrays", "const x = []; for (;;) x.push(new Uint8Array(1e7).fill(1))", TIME_OR_MEMORY],
    ["one huge buffer", "new ArrayBuffer(4e9); done(1)", /^error (RangeError|Script exceeded)/],
    ["buffer to array", "const b = new ArrayBuffer(100 * 1024 * 1024); done(new Array(b.byteLength).length)", MEMORY],
    ["map", "const m = new Map(); for (let i = 0; ; i++) m.set(i, { i })", TIME_OR_MEMORY],
    ["huge expression", "new RegExp('a'.repeat(1e7) + '|b'.repeat(1e6)).test('x'); done(1)", /^error Script/],
    ["joining nothing", "done((new Array(1e9) + '').length)", TIME_OR_MEMORY],
    ["BigInt", "let b = 2n; for (;;) b = b * b", /^error (RangeError: BigInt|Script)/],
    ["split", "done('a'.repeat(2 ** 27).split('').length)", MEMORY],
    ["normalized text", "const x = 'é'.repeat(5e6); done(x.normalize('NFD').localeCompare(x))", TIME_OR_MEMORY],
    ["shared buffers", "new SharedArrayBuffer(1e8)", /^error ReferenceError: SharedArrayBuffer/],
    ["more WebAssembly", "new WebAssembly.Memory({ initial: 1000 })", /^error ReferenceError: WebAssembly/],
    [
      "console, with what it holds",
      "const x = 'x'.repeat(2e6); for (let i = 0; i < 1000; i++) console.log(x); done(1)",
      is(1),
    ],
    [
      "messages",
      "for (;;) notify.email('a@example.com', 's', 'x'.repeat(1e5))",
      /^error A script can queue 100 messages at most/,
    ],
  ],
  "goes deep (D02)": [
    ["recursion", "function f() { return f() + 1; } f()", STACK],
    [
      "recursion that catches",
      "let n = 0; function f() { n++; try { f(); } finally { if (n < 1e6) f(); } } f()",
      /^error (Script execution timed out|RangeError)/,
    ],
    ["parsing brackets", "JSON.parse('['.repeat(5e6)); done(1)", STACK],
    ["serializing depth", "let o = {}; for (let i = 0; i < 2e5; i++) o = { o }; done(o)", STACK],
    ["nested groups", "new RegExp('('.repeat(2e5) + ')'.repeat(2e5)); done(1)", SYNTAX],
    ["toString of itself", "const o = { toString() { return '' + o; } }; done('' + o)", STACK],
    ["parentheses in source", `done(${"(".repeat(50_000)}1${")".repeat(50_000)})`, STACK],
    [
      "brackets in code made from text",
      "new Function('return ' + '['.repeat(2e5) + ']'.repeat(2e5))(); done(1)",
      STACK,
    ],
    ["source of 5 MB", `const s = '${"x".repeat(5e6)}'; done(s.length)`, "error The script is longer than 256 KB."],
  ],
  "misuses promises (D06, D08)": [
    ["microtasks without end", "const p = () => Promise.resolve().then(p); p()", TIME],
    ["await without end", "(async () => { for (;;) await null; })()", TIME],
    [
      "more and more of them",
      "const f = () => { Promise.resolve().then(f); Promise.resolve().then(f); }; f()",
      TIME_OR_MEMORY,
    ],
    ["a loop that goes on after done", "done(1); const p = () => Promise.resolve().then(p); p()", is(1)],
    ["one that never resolves", "new Promise(() => {})", TIME],
    ["rejection", "Promise.reject(new Error('boom'))", "error boom"],
    ["thenable", "done({ then(r) { for (;;) {} } })", is({})],
  ],
  "tampers with the harness (D04)": [
    [
      "built-ins",
      "Object.prototype.polluted = 1; Array.prototype.map = () => 'h'; String.prototype.slice = () => 'h'; JSON.stringify = () => 'h'; Promise.prototype.then = () => { throw 1; }; done({ ok: 1 })",
      is({ ok: 1 }),
    ],
    [
      "setters on the prototype",
      "for (const k of ['value', 'get', 'set', 'error', 'members', 'lazy', 'root']) Object.defineProperty(Object.prototype, k, { __proto__: null, set() { throw 1; }, get() { throw 2; }, configurable: true }); done(trigger.body.items[0].id)",
      is("a"),
    ],
    [
      "array iteration",
      "Array.prototype[Symbol.iterator] = function* () { yield 666; }; console.log(1); done(trigger.body.items.length)",
      is(1),
    ],
    [
      "keys that change prototypes",
      `done(JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"p":1}}}'))`,
      is({ constructor: { prototype: { p: 1 } } }),
    ],
    [
      "its globals",
      "for (const k of Object.getOwnPropertyNames(globalThis)) if (k.startsWith('__')) globalThis[k] = () => 'pwn'; done(Object.getOwnPropertyNames(globalThis).filter((k) => k.startsWith('__')))",
      is([]),
    ],
    ["its entry point", "try { __start(() => 1, '{}'); } catch (e) { done(e.name); }", is("ReferenceError")],
    [
      "the function around it",
      "}); globalThis.broke = 1; (function () { done",
      /^error SyntaxError: Unexpected token '}' \(line 1\)$/,
    ],
    ["a comment to the end", "done(1); /*", SYNTAX],
    ["done while done serializes", "done({ toJSON() { done(2); return 1; } })", is(1)],
  ],
  "looks for a way out (D03, D05)": [
    ["this", "done(typeof this + ':' + (function () { return typeof this; })())", is("undefined:undefined")],
    [
      "constructor of done",
      "done(done.constructor('return typeof process + typeof globalThis.process')())",
      is("undefinedundefined"),
    ],
    [
      "constructors of everything",
      "done([console.log, require, () => {}, trigger.constructor, Promise.resolve().then].map((f) => f.constructor('return typeof process')()))",
      is(Array(5).fill("undefined")),
    ],
    ["import", "import('fs').then((m) => done(Object.keys(m)), (e) => done('refused'))", is("refused")],
    [
      "require",
      "try { require('fs'); } catch (e) { done([e.message, e.constructor.constructor('return typeof process')()]); }",
      is(["Cannot find module 'fs'", "undefined"]),
    ],
    [
      "require of prototypes",
      "done(['__proto__', 'constructor', 'toString', 'lodash/constructor', 'lodash/__proto__'].map((n) => { try { return typeof require(n); } catch { return 'no'; } }))",
      is(Array(5).fill("no")),
    ],
    [
      "stack frames",
      "Error.prepareStackTrace = (e, s) => s; const s = new Error().stack; done([].concat(s).map((c) => { try { return typeof c.getThis(); } catch { return 'no'; } }))",
      /^ok \["no"/,
    ],
    ["caller", "try { done(typeof arguments.callee.caller); } catch (e) { done(e.name); }", is("TypeError")],
    [
      "errors at the end of the stack",
      "let r = 'none'; function f() { try { console.log('x'); f(); } catch (e) { try { r = e.constructor.constructor('return typeof process')(); } catch { r = 'x'; } } } f(); done(r)",
      /^ok "(undefined|x)"$/,
    ],
    [
      "errors of host calls",
      "let r; try { notify.email({ toString() { throw new Error('mine'); } }); } catch (e) { r = e.message + e.stack; } done(/\\/|node:/.test(r))",
      is(false),
    ],
    [
      "globals",
      "done(['WebAssembly', 'SharedArrayBuffer', 'Atomics', 'Intl', 'Buffer', 'process', 'performance', 'setTimeout', 'fetch'].filter((k) => k in globalThis))",
      is([]),
    ],
    [
      "inspect symbols",
      "const o = {}; o[Symbol.for('nodejs.util.inspect.custom')] = (d, op, i) => { globalThis.hit = i; }; console.log(o); done(typeof globalThis.hit)",
      is("undefined"),
    ],
    [
      "species",
      "class X extends Array { static get [Symbol.species]() { return function () { throw 1; }; } } try { new X(1, 2).map((x) => x); } catch {} done('ok')",
      is("ok"),
    ],
  ],
  "throws what cannot be thrown (D08)": [
    ["null", "throw null", "error null"],
    ["undefined", "throw undefined", "error undefined"],
    ["a symbol", "throw Symbol('s')", "error Symbol(s)"],
    ["a function", "throw function () {}", /^error function/],
    [
      "a proxy that throws",
      "throw new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 1; } })",
      /cannot be put into words/,
    ],
    ["a revoked proxy", "const r = Proxy.revocable({}, {}); r.revoke(); throw r.proxy", /cannot be put into words/],
    ["a message of 5 MB", "throw new Error('x'.repeat(5e6))", /^error x{2000}$/],
  ],
  "answers what cannot be answered (D06)": [
    ["a circle", "const o = {}; o.o = o; done(o)", /^error TypeError: circular reference/],
    ["BigInt", "done({ b: 10n })", /^error TypeError: .*BigInt/],
    ["20 MB", "done('x'.repeat(2e7))", /^error (The result is larger than 8 MB|Script)/],
    ["a long list", "done(new Array(3e6).fill('abcdefgh'))", /^error (The result is larger than 8 MB|Script)/],
    ["a getter that throws", "done({ get x() { throw new Error('g'); } })", "error g"],
    ["half of a character", "done('\\ud800\\u0000\\u2028')", is("\ud800\u0000\u2028")],
    [
      "weird lines",
      "console.log({ get a() { throw 1; } }, 10n, Symbol('x'), undefined, null, new Proxy({}, { get() { throw 2; } })); done(1)",
      is(1),
    ],
  ],
};

const signal = new AbortController().signal;
const info = { formulaId: 1, formulaName: "f", formulaInstanceId: 2, formulaInstanceName: "i", formulaExecutionId: 3 };
const context = { trigger: { body: { items: [{ id: "a" }] } }, steps: {}, config: {}, info };

/** Attacks that run forever are stopped after 300 ms; those that end by themselves get more time for busy machines. */
let hasty: RunningSandbox;
let patient: RunningSandbox;
const limitedTo = (timeoutMs: number) =>
  createSandbox({
    ...{ processes: 1, timeoutMs, memoryMb: 64, requireJail: false },
    hooks: { timeoutMs, memoryMb: 64 },
    log: pino({ level: "error" }),
  });
beforeAll(async () => {
  [hasty, patient] = await Promise.all([limitedTo(300), limitedTo(20_000)]);
});
afterAll(() => Promise.all([hasty.close(), patient.close()]));

/** The sandbox for attacks with this outcome. */
const sandboxFor = (expected: RegExp | string): RunningSandbox =>
  typeof expected !== "string" && expected.test("error Script execution timed out") ? hasty : patient;

async function resultOf(sandbox: RunningSandbox, body: string): Promise<string> {
  const result = await sandbox.run({ body, scriptEngine: "v2", context }, signal);
  return result.ok ? `ok ${JSON.stringify(result.value)}` : `error ${result.error}`;
}

/** The results of hooks that differ from those of scripts. */
const OF_HOOKS: Record<string, RegExp | string> = {
  "source of 5 MB": is(5_000_000),
  rejection: "error boom (line 1)",
  "a message of 5 MB": /^error x{2000} \(line 1\)$/,
  "a getter that throws": "error g (line 1)",
};

/** With the messages of scripts. */
async function hookResultOf(sandbox: RunningSandbox, body: string): Promise<string> {
  const call = { body, isLegacy: false, variables: { trigger: context.trigger }, origins: [] };
  const result = await sandbox.hook(call, signal);
  if (result.ok) return `ok ${JSON.stringify(result.value)}`;
  const text = result.error.replace("The hook timed out", "Script execution timed out");
  return `error ${text.replace("The hook exceeded", "Script exceeded")}`;
}

function check(result: string, expected: RegExp | string) {
  if (typeof expected === "string") expect(result).toBe(expected);
  else expect(result).toMatch(expected);
}

const HARMLESS = "done(trigger.body.items.map((item) => item.id))";

describe.each(Object.entries(ATTACKS))("a script that %s", (_, attacks) => {
  test.each(attacks)("%s", async (_, body, expected) => {
    const sandbox = sandboxFor(expected);
    check(await resultOf(sandbox, body), expected);
    expect(await resultOf(sandbox, HARMLESS)).toBe('ok ["a"]');
  });
});

describe.each(Object.entries(ATTACKS))("a hook that %s", (_, attacks) => {
  test.each(attacks)("%s", async (id, body, ofScript) => {
    const expected = OF_HOOKS[id] ?? ofScript;
    const sandbox = sandboxFor(expected);
    check(await hookResultOf(sandbox, body), expected);
    expect(await hookResultOf(sandbox, HARMLESS)).toBe('ok ["a"]');
  });
});
