import { describe, expect, test } from "vitest";
import { readScript } from "../script/read-script.ts";
import type { Context } from "./context.ts";
import { evaluate } from "./plain-expression.ts";
import { plainExpressionOf } from "./read-plain-expression.ts";

const context = {
  trigger: {
    type: "manual",
    args: { total: 120, name: "Ada", tags: ["new", "vip"], none: null, nested: { ok: true } },
  },
  steps: { find: { response: { code: 200, body: [{ id: "7" }] } }, "odd name": { x: 1 } },
  config: { limit: "100" },
  info: { formulaId: 1 },
} as unknown as Context;

const read = (body: string) => plainExpressionOf(readScript(body));

const evaluated = (source: string, within = context) => {
  const expression = read(`done(${source});`);
  return expression && evaluate(expression, within);
};

describe("a script that only computes a value is evaluated from its text", () => {
  test.each<[string, unknown]>([
    ["trigger.args.total > 100", true],
    ["trigger.args.total >= 120 && trigger.args.total < 121", true],
    ["trigger.args.total === 120 && steps.find.response.code !== 200", false],
    ["trigger.args.name == 'Ada' || steps.nowhere.at.all", true],
    ["!trigger.args.nested.ok", false],
    ["!(trigger.args.total > 100 && trigger.args.none === null)", false],
    ['trigger.args.tags[1] === "vip"', true],
    ["trigger.args.tags.length > 2", false],
    ["trigger.args.missing === undefined", true],
    ["trigger.args.missing?.further.still == null", true],
    ["steps['odd name'].x === 1", true],
    ["steps.find.response.body[0].id == 7", true],
    ["trigger.args.total > config.limit", true],
    ["trigger.args.total > -1", true],
    ["trigger.args.name", "Ada"],
    ["true", true],
    ["true /* said */", true],
    ["'a\tb' === 'a\\tb'", true],
    ["trigger.args.total + 1", 121],
    ["trigger.args.total * 2 - 40 / 8 % 3", 238],
    ["'n' + trigger.args.total + trigger.args.none", "n120null"],
    ["trigger.args.missing + 1", null],
    ["`${trigger.args.name} has ${trigger.args.missing ?? 'no'} orders`", "Ada has no orders"],
    ["trigger.args.total > 100 ? trigger.args.name : 'nobody'", "Ada"],
    ["trigger.args.none ?? trigger.args.tags", ["new", "vip"]],
    ["trigger.args.nested", { ok: true }],
    ["[trigger.args.missing, ...trigger.args.tags, { a: 1 }]", [null, "new", "vip", { a: 1 }]],
    [
      "{ ...trigger.args.nested, ...trigger.args.none, 'x-y': -1, 2: 0 / 0, gone: undefined, ok: false }",
      { ok: false, "x-y": -1, 2: null },
    ],
  ])("%s is %j", (source, value) => expect(evaluated(source)).toEqual(value));
  test("the value shares nothing with the context", () => {
    const value = evaluated("{ nested: trigger.args.nested }") as { nested: object };
    expect(value.nested).not.toBe((context.trigger.args as { nested: object }).nested);
  });
});

describe("leaves to the script engine what only it can do", () => {
  test.each([
    "steps.nowhere.at === 1",
    "trigger.args.none.x",
    "trigger.args.constructor === 1",
    "trigger.args.__proto__ == null",
    "trigger.args.name.length > 2",
    "trigger.args.tags.map === undefined",
    "trigger.args.nested == trigger.args.nested",
    "trigger",
    "{ steps }",
    "trigger.args.missing",
    "trigger.args.nested + 1",
    "`${trigger.args.tags}`",
    "[...trigger.args.name]",
    "{ ...trigger.args.name }",
    "{ ...trigger.args.tags }",
  ])("%s", (source) => {
    expect(read(`done(${source})`)).toBeDefined();
    expect(evaluated(source)).toBeUndefined();
  });
  test("values that are larger than a million characters", () => {
    const large = { ...context, config: { text: "x".repeat(600_000), list: Array(600_000).fill(0) } };
    for (const part of ["config.text", "config.list"]) {
      expect(evaluated(part, large)).toHaveLength(600_000);
      expect(evaluated(`[${part}, ${part}]`, large)).toBeUndefined();
      expect(evaluated(`[...${part}, ...${part}]`, large)).toBeUndefined();
    }
    expect(evaluated("config.text + config.text", large)).toBeUndefined();
    expect(evaluated("`${config.text}${config.text}`", large)).toBeUndefined();
  });
  test("members that would be the prototype of an object", () => {
    const odd = { ...context, config: JSON.parse('{ "inner": { "__proto__": { "x": 1 } } }') };
    expect(evaluated("config.inner", odd)).toBeUndefined();
    expect(evaluated("{ ...config.inner }", odd)).toBeUndefined();
  });
});

describe("does not parse anything beyond such an expression", () => {
  test.each([
    "done(1 < 2 < 3)",
    "done(trigger.args.name.trim() === 'Ada')",
    "done(other > 1)",
    "done(010 > 1)",
    "done(1e3 > 1)",
    "done(-'5' > 1)",
    "done(1, 2)",
    "done()",
    "done(true); done(false)",
    "const x = 1; done(x === 1)",
    "return true",
    "done(2 ** 0.5)",
    "done('\\07')",
    "done({ '\\07': 1 })",
    "done({ 010: 1 })",
    "done({ __proto__: trigger.args })",
    "done({ '__proto__': trigger.args })",
    "done({ [trigger.type]: 1 })",
    "done({ a() {} })",
    "done({ get a() { return 1; } })",
    "done([1, , 2])",
    "done(x => x)",
    "done(Math.max(1, 2))",
    "done(tag`a`)",
    "done(-trigger.args.total)",
    "done(steps.a.#b)",
    "done(a = 1)",
    `done(${"!".repeat(3000)}true)`,
    "",
  ])("%s", (body) => expect(read(body)).toBeUndefined());
});
