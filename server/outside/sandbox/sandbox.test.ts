import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ScriptInvocation } from "../../formula/ports.ts";
import { settle } from "../../formula/walk.ts";
import type { PlannedStep, Segment, StepOutcome } from "../../formula/walk-state.ts";
import { createSandbox, type RunningSandbox } from "./sandbox.ts";

const info = { formulaId: 1, formulaName: "f", formulaInstanceId: 2, formulaInstanceName: "i", formulaExecutionId: 3 };
const forever = new AbortController().signal;
const log = pino({ level: "silent" });
const settings = { processes: 2, timeoutMs: 1_000, memoryMb: 64, requireJail: false, log };

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await createSandbox(settings);
});
afterAll(() => sandbox.close());

const callOf = (
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
const run = (body: string, rest?: Parameters<typeof callOf>[1], signal = forever) =>
  sandbox.run(callOf(body, rest), signal);
async function valueFrom(body: string, rest?: Parameters<typeof callOf>[1]) {
  const result = await run(body, rest);
  return result.ok ? result.value : `error ${result.error}`;
}

describe("the result of a script", () => {
  const NO_VALUES = "error The step did not return any values";
  test.each<[string, string, unknown]>([
    ["is what done was given", "done({ a: [1, 'x', null, true] })", { a: [1, "x", null, true] }],
    ["may be text", "done('text')", "text"],
    ["may be a list", "done([1])", [1]],
    ["may be nothing", "done()", undefined],
    ["is nothing when done was given a function", "done(() => 1)", undefined],
    [
      "is what JSON makes of it",
      "done({ d: new Date(0), n: NaN, u: undefined, f() {}, neg: -0, m: new Map([[1, 2]]) })",
      { d: "1970-01-01T00:00:00.000Z", n: null, neg: 0, m: {} },
    ],
    ["is the first one", "if (true) { done(true); } done(false)", true],
    ["is what it was when done was called", "const o = { a: 1 }; done(o); o.a = 2", { a: 1 }],
    ["stands when the script throws afterwards", "done(1); throw new Error('late')", 1],
    ["may come from a promise", "Promise.resolve('resolved').then((r) => done({ status: r }))", { status: "resolved" }],
    ["may come from an async function", "(async () => { await null; done(await 5); })()", 5],
    ["is missing without done", "const x = 1;", NO_VALUES],
    ["is missing with a return", "return 1;", NO_VALUES],
    [
      "never comes from a promise that waits",
      "(async () => { await new Promise(() => {}); done(1); })()",
      expect.stringContaining("Script execution timed out"),
    ],
    ["is the text that was thrown", "throw('This is an invalid script step')", "error This is an invalid script step"],
    ["is the message of an Error", "throw new Error('boom')", "error boom"],
    ["is what an object says", "throw { code: 7 }", 'error {"code":7}'],
    [
      "names kind and line of other errors",
      "\n\nconst o = undefined;\no.x",
      "error TypeError: cannot read property 'x' of undefined (line 4)",
    ],
    ["is the reason of a rejection", "Promise.resolve().then(() => { throw new Error('late'); })", "error late"],
    [
      "may follow a rejection that was handled later",
      "const p = Promise.reject(1); Promise.resolve().then(() => p.catch(() => done('caught')))",
      "caught",
    ],
    [
      "is V8's own text for a syntax error",
      "This is a bad script step;",
      "error SyntaxError: Unexpected identifier 'is' (line 1)",
    ],
    [
      "counts lines from the user's first one",
      "done(1);\n\nif (",
      "error SyntaxError: Unexpected end of input (line 3)",
    ],
    ["is strict", "undeclared = 1; done(1)", "error ReferenceError: undeclared is not defined (line 1)"],
    ["ends in a comment", "done(1) // the end", 1],
  ])("%s", async (_, body, value) => {
    expect(await valueFrom(body)).toEqual(value);
  });

  test.each<[string, string, unknown]>([
    ["is what it returns", "return { a: 1 };", { a: 1 }],
    ["may be false", "return false;", false],
    ["is missing when it returns nothing", "const x = 1;", NO_VALUES],
    ["is missing when done is given nothing", "done()", NO_VALUES],
    ["says what was thrown", "throw('me')", "error Script execution failed with message: me"],
    [
      "says what cannot be compiled",
      "This is bad",
      "error Script execution failed with message: SyntaxError: Unexpected identifier 'is' (line 1)",
    ],
    ["times out", "for (;;) {}", "error Script execution timed out"],
  ])("of engine v1 %s", async (_, body, value) => {
    expect(await valueFrom(body, { scriptEngine: "v1" })).toEqual(value);
  });

  test("carries what it printed and the messages it queued, failed or not", async () => {
    const body =
      "console.log('a'); console.log({ b: 1 }); console.log('two', 2); notify.email('a@x.org,b@x.org', 'subject', 'body');";
    const notes = {
      console: ["a", '{"b":1}', "two 2"],
      notify: [{ to: "a@x.org,b@x.org", subject: "subject", body: "body" }],
    };
    expect(await run(`${body} done(1)`)).toEqual({ ...notes, ok: true, value: 1 });
    expect(await run(`${body} throw 'x'`)).toEqual({ ...notes, ok: false, error: "x" });
    expect(await run(`${body} for (;;) {}`)).toEqual({
      ...notes,
      ok: false,
      error: "Script execution timed out",
      reason: "scriptOutOfTime",
    });
  });

  test("D07: keeps 200 lines of 2,000 characters", async () => {
    const { console } = await run("for (let i = 0; i < 300; i++) console.log('x'.repeat(3000)); done(1)");
    expect(console).toHaveLength(200);
    expect(console[0]).toHaveLength(2_000);
  });

  test("may have 5 MB, and more than 8 MB is refused", async () => {
    const patient = await createSandbox({ ...settings, processes: 1, timeoutMs: 20_000 });
    const big = await patient.run(
      callOf("const o = {}; for (let i = 0; i < 500; i++) o['k' + i] = 'x'.repeat(10000); done(o)"),
      forever,
    );
    expect(JSON.stringify(big).length).toBeGreaterThan(5_000_000);
    const steps = { big: big.ok && big.value };
    const next = await patient.run(callOf("done(Object.keys(steps.big).length)", { steps }), forever);
    expect(next).toMatchObject({ value: 500 });
    const larger = await patient.run(callOf("done('x'.repeat(9e6))"), forever);
    expect(larger).toMatchObject({ error: "The result is larger than 8 MB." });
    await patient.close();
  });

  test("drops keys that would change prototypes", async () => {
    const value = await valueFrom(`done(JSON.parse('{"a":{"__proto__":{"polluted":1}}}'))`);
    expect(value).toEqual({ a: {} });
    expect(Object.hasOwn((value as { a: object }).a, "__proto__")).toBe(false);
  });
});

describe("variables of a script", () => {
  const steps = { one: { response: { code: 200, body: { id: "x" } } }, two: "text", list: [1, 2] };
  const trigger = { type: "event", event: { objectId: "7" }, body: { message: { events: [{ id: 1 }] } } };
  const reading = { steps, trigger };
  test.each<[string, string, unknown]>([
    ["typed values", "done([steps.one.response.code === 200, steps.two, steps.list[1]])", [true, "text", 2]],
    [
      "undefined for a step that did not run",
      "done([steps.none === undefined, 'none' in steps, steps.none ? 1 : []])",
      [true, false, []],
    ],
    ["config keys with dots", "done([config['crm.instance'], config['a.b']])", ["7", "c"]],
    ["info as numbers", "done([info.formulaId, info.stepEndTime === undefined])", [1, true]],
    [
      "the keys",
      "done([Object.keys(steps), Object.keys(trigger)])",
      [
        ["one", "two", "list"],
        ["type", "event", "body"],
      ],
    ],
    ["everything as JSON", "done(JSON.parse(JSON.stringify({ steps, trigger })))", reading],
    ["in a loop", "const seen = []; for (const name in steps) seen.push(name); done(seen)", ["one", "two", "list"]],
    [
      "by destructuring",
      "const { one: { response }, ...rest } = steps; done([response.code, Object.keys(rest)])",
      [200, ["two", "list"]],
    ],
    ["by spreading", "done({ ...trigger }.event)", { objectId: "7" }],
    [
      "plain objects",
      "done([Object.getPrototypeOf(steps) === Object.prototype, require('lodash').isPlainObject(trigger)])",
      [true, true],
    ],
    [
      "plain properties once read",
      "steps.one; done(Object.getOwnPropertyDescriptor(steps, 'one'))",
      { value: steps.one, writable: true, enumerable: true, configurable: true },
    ],
    ["the same object each time", "done(steps.one === steps.one)", true],
    [
      "copies that it may change",
      "var c = steps.one; c.newthing = { a: 1 }; done([c.newthing, steps.one.newthing.a])",
      [{ a: 1 }, 1],
    ],
    [
      "what it assigned itself",
      "steps.one = 5; trigger.added = 6; delete steps.two; done([steps.one, trigger.added, Object.keys(steps)])",
      [5, 6, ["one", "list"]],
    ],
    ["its parameters, which it may assign", "trigger = 1; done(trigger)", 1],
  ])("%s", async (_, body, value) => {
    expect(await valueFrom(body, reading)).toEqual(value);
    expect(await valueFrom("done(steps)", reading)).toEqual(steps);
  });

  test("a large context costs nothing when it is not read", async () => {
    const large = { steps: { big: Array.from({ length: 20_000 }, (_, id) => ({ id, text: "x".repeat(40) })) } };
    const outcomes = await walked(segmentOf([aStep("s", "done(1)", { onSuccess: ["s"] })], { budget: 200, ...large }));
    expect(outcomes.length).toBe(200);
  });
});

describe("the libraries", () => {
  test.each<[string, string, unknown]>([
    ["lodash", "const _ = require('lodash'); done(_.chunk([1, 2, 3], 2))", [[1, 2], [3]]],
    [
      "modules of lodash",
      "done([require('lodash/get')({ a: { b: 1 } }, 'a.b'), require('lodash/camelCase')('a b')])",
      [1, "aB"],
    ],
    ["lodash/fp", "done(require('lodash/fp').map((x) => x + 1)([1]))", [2]],
    ["modules of lodash/fp", "done(require('lodash/fp/map')((x) => x + 1)([1]))", [2]],
    ["moment", "const moment = require('moment'); done(moment.utc(0).format('dddd YYYY'))", "Thursday 1970"],
    [
      "util",
      "const u = require('util'); done([u.format('%s is %d', 'a', 1, { b: 2 }), u.inspect({ a: ['x'] }), u.isArray([]), u.isDeepStrictEqual([1], [1])])",
      ["a is 1 { b: 2 }", "{ a: [ 'x' ] }", true, true],
    ],
    ["no other", "try { require('fs') } catch (e) { done(e.message) }", "Cannot find module 'fs'"],
    [
      "CE hashes",
      "done([CE.md5('a'), CE.hmacSha1Hex('k', 's'), CE.hmacSha256base64('k', 's') === CE.hmac('sha256')('base64')('k', 's'), CE.hmacMd5Base64('k', 's')])",
      [
        "0cc175b9c0f1b6a831c399e269772661",
        "36e7a8fa7ac37867a695b9cbad316be8b1f6088e",
        true,
        expect.stringMatching(/^[\w+/]{22}==$/),
      ],
    ],
    ["CE base64 in UTF-8", "done([CE.b64('é😀'), CE.decode64('w6nwn5iA')])", ["w6nwn5iA", "é😀"]],
    [
      "CE random values",
      "done([CE.randomString(), CE.randomEmail()])",
      [expect.stringMatching(/^\w{10}$/), expect.stringMatching(/^\w{10}@example\.com$/)],
    ],
  ])("%s", async (_, body, value) => {
    expect(await valueFrom(body)).toEqual(value);
  });
});

const aStep = (name: string, body: string, rest: Partial<PlannedStep> = {}): PlannedStep => ({
  name,
  type: "script",
  properties: { body },
  onSuccess: [],
  onFailure: [],
  ...rest,
});

const segmentOf = (
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

describe("D11: two organizations with the same code", () => {
  test("see nothing of each other's runs, in any order", async () => {
    const code = `
      const before = [globalThis.seen, lodash.seen, Object.seen, lodash.prototype.seen];
      globalThis.seen = lodash.seen = Object.seen = lodash.prototype.seen = trigger.owner;
      done({ before, owner: trigger.owner });`;
    const body = `const lodash = require('lodash'); ${code}`;
    const runs = Array.from({ length: 12 }, (_, n) => {
      const owner = n % 2 === 0 ? 1 : 2;
      return sandbox.of(owner).run(callOf(body, { trigger: { owner } }), forever);
    });
    for (const [n, result] of (await Promise.all(runs)).entries())
      expect(result).toMatchObject({
        ok: true,
        value: { before: [null, null, null, null], owner: n % 2 === 0 ? 1 : 2 },
      });
  });
});

describe("D12: code that is no code, or much of it", () => {
  test.each<[string, string, unknown]>([
    [
      "a syntax error says what and where",
      "const a = ;\ndone(1)",
      expect.stringMatching(/^error .*(Unexpected|unexpected)/),
    ],
    ["200 KB on one line run", `done(${JSON.stringify("x".repeat(200_000))}.length)`, 200_000],
    [
      "a megabyte on one line is refused with the limit",
      `done(${JSON.stringify("x".repeat(2 ** 20))}.length)`,
      "error The script is longer than 256 KB.",
    ],
    ["strict mode may be asked for", "'use strict'; done(1)", 1],
    [
      "the syntax of today runs",
      "class A { #n = 1; static { A.s = 2; } get n() { return this.#n ?? 0; } } done(new A().n + A.s + [1, 2].at(-1))",
      5,
    ],
    ["await on top is an error", "await 1; done(1)", expect.stringMatching(/^error /)],
  ])("%s", async (_, body, expected) => expect(await valueFrom(body)).toEqual(expected));
});

describe("a walk", () => {
  test("returns each outcome in order, with the output of the previous step", async () => {
    const outcomes = await walked(
      segmentOf(
        [
          aStep("a", "console.log('hi'); done({ n: trigger.n + 1 })", { onSuccess: ["b"] }),
          aStep("b", "done(steps.a.n * 10)"),
        ],
        { trigger: { n: 1 } },
      ),
    );
    expect(outcomes).toEqual([
      ["a", { took: "onSuccess", output: { n: 2 }, notes: { console: ["hi"] } }],
      ["b", { took: "onSuccess", output: 20 }],
    ]);
  });

  test("loops over a thousand entries, in slices", async () => {
    const list = Array.from({ length: 1_000 }, (_, val) => ({ val, data: "x".repeat(900) }));
    const loop: PlannedStep = {
      ...aStep("loop", ""),
      type: "loop",
      properties: { list: "trigger.list" },
      onSuccess: ["s"],
    };
    const outcomes = await walked(
      segmentOf([loop, aStep("s", "done({ val: steps.loop.entry.val + 1 })", { onSuccess: ["loop"] })], {
        trigger: { list },
      }),
    );
    expect(outcomes).toHaveLength(2_001);
    expect(outcomes.at(-2)).toEqual(["s", { took: "onSuccess", output: { val: 1_000 } }]);
  });

  test("continues after a script that failed, timed out or hung its process", async () => {
    const hang = "Array.prototype.reverse.call({ length: 2 ** 53 - 1 })";
    const outcomes = await walked(
      segmentOf([
        aStep("a", "throw 'a'", { onFailure: ["b"] }),
        aStep("b", "for (;;) {}", { onFailure: ["c"] }),
        aStep("c", hang, { onFailure: ["d"] }),
        aStep("d", "done('end')"),
      ]),
    );
    expect(outcomes.map(([name, outcome]) => [name, "error" in outcome ? outcome.error : outcome.output])).toEqual([
      ["a", "a"],
      ["b", "Script execution timed out"],
      ["c", "Script execution timed out"],
      ["d", "end"],
    ]);
  });

  test("continues in another process when its own is killed", async () => {
    let isKilled = false;
    const slow = "const end = Date.now() + 20; while (Date.now() < end); done((steps.s ?? 0) + 1)";
    const outcomes = await walked(segmentOf([aStep("s", slow, { onSuccess: ["s"] })], { budget: 10 }), () => {
      if (!isKilled) killAll();
      isKilled = true;
    });
    expect(outcomes.map(([, { output }]) => output)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});

function killAll() {
  for (const pid of sandbox.pids()) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has ended already.
    }
  }
}

describe("the processes", () => {
  test("one organization alone has no more processes than its share, with any number of requests", async () => {
    const busy = await createSandbox(settings);
    const call = callOf("const end = Date.now() + 20; while (Date.now() < end); done(1)");
    const results = await Promise.all(Array.from({ length: 60 }, () => busy.of("one").run(call, forever)));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(busy.pids().length).toBe(settings.processes);
    await busy.close();
  });

  test("a run whose process is killed is tried again once", async () => {
    const result = run("const end = Date.now() + 150; while (Date.now() < end); done(1)");
    setTimeout(killAll, 50);
    expect(await result).toMatchObject({ ok: true, value: 1 });
  });

  test("a run whose process is killed again and again is an error", async () => {
    const killing = setInterval(killAll, 20);
    const result = await run("for (;;) {}");
    clearInterval(killing);
    expect(result).toMatchObject({ ok: false, error: "The script engine stopped" });
    expect(await valueFrom("done(1)")).toBe(1);
  });

  test("an abort ends the script at once, running or waiting, with the reason", async () => {
    // None of them would end by itself before the test does.
    const patient = await createSandbox({ ...settings, timeoutMs: 600_000 });
    const controller = new AbortController();
    const running = Array.from({ length: 4 }, () => patient.run(callOf("for (;;) {}"), controller.signal));
    setTimeout(() => controller.abort(new Error("cancelled")), 50);
    for (const one of running) await expect(one).rejects.toThrow("cancelled");
    expect(await patient.run(callOf("done(1)"), forever)).toMatchObject({ ok: true, value: 1 });
    await patient.close();
  });

  test("fifty concurrent scripts each get their own result", async () => {
    const values = await Promise.all(
      Array.from({ length: 50 }, (_, n) => valueFrom("done(trigger.n)", { trigger: { n } })),
    );
    expect(values).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });

  test("all of them end when they were idle for a while, and the next script starts one again", async () => {
    const rare = await createSandbox({ ...settings, idleMs: 50 });
    for (let round = 1; round <= 2; round++) {
      const call = callOf(`const end = Date.now() + 20; while (Date.now() < end); done(${round})`);
      const results = await Promise.all([1, 2, 3].map((who) => rare.of(who).run(call, forever)));
      expect(results).toMatchObject([1, 2, 3].map(() => ({ ok: true, value: round })));
      expect(rare.pids().length).toBeGreaterThan(0);
      await expect.poll(rare.pids).toEqual([]);
    }
    await rare.close();
  });

  test("closing rejects what runs and waits, and leaves no process", async () => {
    const other = await createSandbox({ ...settings, processes: 1 });
    const open = [1, 2, 3].map(() => other.run(callOf("for (;;) {}"), forever));
    await Promise.all([other.close(), ...open.map((one) => expect(one).rejects.toThrow("closed"))]);
    expect(other.pids()).toEqual([]);
  });
});
