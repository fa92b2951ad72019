import { describe, expect, test } from "vitest";
import { aSandbox, aStep, callOf, forever, segmentOf, settings } from "../../testing/sandboxed.ts";
import { createSandbox } from "./sandbox.ts";

const tested = aSandbox();
const { run, valueFrom, walked } = tested;

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

describe("D11: two organizations with the same code", () => {
  test("see nothing of each other's runs, in any order", async () => {
    const code = `
      const before = [globalThis.seen, lodash.seen, Object.seen, lodash.prototype.seen];
      globalThis.seen = lodash.seen = Object.seen = lodash.prototype.seen = trigger.owner;
      done({ before, owner: trigger.owner });`;
    const body = `const lodash = require('lodash'); ${code}`;
    const runs = Array.from({ length: 12 }, (_, n) => {
      const owner = n % 2 === 0 ? 1 : 2;
      return tested.sandbox.of(owner).run(callOf(body, { trigger: { owner } }), forever);
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
