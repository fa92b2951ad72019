import { describe, expect, test } from "vitest";
import { readScript } from "../script/read-script.ts";
import { comparisonOf, decide } from "./comparison.ts";
import type { Context } from "./context.ts";

const context = {
  trigger: {
    type: "manual",
    args: { total: 120, name: "Ada", tags: ["new", "vip"], none: null, nested: { ok: true } },
  },
  steps: { find: { response: { code: 200, body: [{ id: "7" }] } }, "odd name": { x: 1 } },
  config: { limit: "100" },
  info: { formulaId: 1 },
} as unknown as Context;

const readComparison = (body: string) => comparisonOf(readScript(body));

const decided = (comparison: string) => {
  const read = readComparison(`done(${comparison});`);
  return read && decide(read, context);
};

describe("a filter that only compares is decided from its text", () => {
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
  ])("%s is %j", (comparison, value) => expect(decided(comparison)).toBe(value));
});

describe("leaves expressions to the script engine that only it supports", () => {
  test.each([
    "steps.nowhere.at === 1",
    "trigger.args.none.x",
    "trigger.args.constructor === 1",
    "trigger.args.__proto__ == null",
    "trigger.args.name.length > 2",
    "trigger.args.tags.map === undefined",
    "trigger.args.nested == trigger.args.nested",
    "trigger.args",
    "trigger.args.missing",
  ])("%s", (comparison) => {
    expect(readComparison(`done(${comparison})`)).toBeDefined();
    expect(decided(comparison)).toBeUndefined();
  });
});

describe("does not parse anything beyond a comparison", () => {
  test.each([
    "done(1 < 2 < 3)",
    "done(trigger.args.total + 1 > 2)",
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
    "done(`a` === 'a')",
    "done(steps.a.#b)",
    "done(a = 1)",
    `done(${"!".repeat(3000)}true)`,
    "",
  ])("%s", (body) => expect(readComparison(body)).toBeUndefined());
});
