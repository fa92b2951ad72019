import { describe, expect, test } from "vitest";
import { cpuMs, LINEAR_MS } from "#server/testing/linear-time.ts";
import { openDraft } from "../model/draft.ts";
import {
  type Condition,
  codeOf,
  OPERATORS,
  type OperatorName,
  readCondition,
  type Side,
  sideOf,
  writeCondition,
} from "./condition.ts";

const draft = openDraft({
  name: "f",
  steps: ["price", "find-contact", "a.b", "a"].map((name) => ({ name, type: "script" })),
  configuration: [{ key: "crm.instance" }, { key: "limit" }],
});

const row = (left: string, operator: OperatorName, right = "") => ({ left, operator, right });
const one = (left: string, operator: OperatorName, right = ""): Condition => ({
  joined: "all",
  rows: [row(left, operator, right)],
});

test.each<[string, Condition]>([
  ["done(true);", { joined: "all", rows: [] }],
  ["done(false);", { joined: "any", rows: [] }],
  ["done(trigger.args.total > 100);", one("trigger.args.total", "isMore", "100")],
  ["done(trigger.args.total >= 100.5);", one("trigger.args.total", "isAtLeast", "100.5")],
  ["done(steps.price === -1);", one("steps.price", "is", "-1")],
  ["done(steps.price?.ok !== true);", one("steps.price?.ok", "isNot", "true")],
  ["done(config.limit <= steps.price?.list?.[0]);", one("config.limit", "isAtMost", "steps.price?.list?.[0]")],
  ['done(steps["find-contact"].response.code < 300);', one('steps["find-contact"].response.code', "isLess", "300")],
  ["done(trigger.event.objectType === 'contacts');", one("trigger.event.objectType", "is", "'contacts'")],
  ['done("a \\" && b" === steps.price);', one('"a \\" && b"', "is", "steps.price")],
  ['done(Boolean(steps.price?.name?.includes?.("x")));', one("steps.price?.name", "contains", '"x"')],
  ['done(!steps.price.includes.list?.includes?.("x"));', one("steps.price.includes.list", "containsNot", '"x"')],
  ['done(Boolean(info.formulaName?.startsWith?.("x")));', one("info.formulaName", "begins", '"x"')],
  ['done(Boolean("abc"?.endsWith?.(config.limit)));', one('"abc"', "ends", "config.limit")],
  ['done((steps.price?.list ?? "").length === 0);', one("steps.price?.list", "isEmpty")],
  ['done((steps.price?.list ?? "").length !== 0);', one("steps.price?.list", "isFilled")],
  [
    'done(\n  trigger.args.a === null &&\n  (trigger.args.b ?? "").length !== 0 &&\n  trigger.args.c > 1\n);',
    {
      joined: "all",
      rows: [
        row("trigger.args.a", "is", "null"),
        row("trigger.args.b", "isFilled"),
        row("trigger.args.c", "isMore", "1"),
      ],
    },
  ],
  [
    "done(\n  trigger.args.a === 1 ||\n  trigger.args.b === 2\n);",
    { joined: "any", rows: [row("trigger.args.a", "is", "1"), row("trigger.args.b", "is", "2")] },
  ],
])("%s is read, and written again to the letter", (body, condition) => {
  expect(readCondition(body)).toEqual(condition);
  expect(writeCondition(condition)).toBe(body);
});

test.each([
  ["done( trigger.args.a===1&&trigger.args.b  >=2 )", "done(\n  trigger.args.a === 1 &&\n  trigger.args.b >= 2\n);"],
  ["\n done( true ) ; \n", "done(true);"],
  ['done(Boolean( steps.a?.includes?.( "x" ) ))', 'done(Boolean(steps.a?.includes?.("x")));'],
])("%j: only the space between is put in order", (body, expected) => {
  const condition = readCondition(body);
  expect(condition && writeCondition(condition)).toBe(expected);
});

test.each([
  "",
  "done();",
  "done(total > 100);",
  "done(steps.a == 1);",
  "done(steps.a === 1 && steps.b === 2 || steps.c === 3);",
  "done((steps.a === 1));",
  "done(steps.a === 1 &&);",
  "done(steps.a === 1) && done(steps.b === 2);",
  "done(steps.a.map((x) => x) === 1);",
  "done(steps.a[steps.b] === 1);",
  "done(steps === 1);",
  "done(steps.a === 01);",
  "done(steps.a === `text`);",
  "done(steps.a === 'it\\'s');",
  "done(steps.a === 1 /* why */);",
  "// why\ndone(steps.a === 1);",
  "done(steps.a === 1); done(false);",
  "if (steps.a) done(true); else done(false);",
  "const a = 1; done(steps.a === 1);",
  "done(steps.a.includes('x'));",
  "done(steps.a ? true : false);",
])("%j stays code", (body) => {
  expect(readCondition(body)).toBeNull();
});

describe("every operator", () => {
  const values = [undefined, null, 0, 7, "", "abc", "c", true, [], ["c"], { a: 1 }];

  test.each(Object.keys(OPERATORS) as OperatorName[])("%s returns true or false for any input", (operator) => {
    const body = writeCondition(one("steps.left?.deep", operator, "config.right"));
    expect(readCondition(body)).toEqual(
      one("steps.left?.deep", operator, OPERATORS[operator].code.length === 3 ? "config.right" : ""),
    );
    const run = new Function("steps", "config", "done", body);
    for (const left of [undefined, ...values.map((deep) => ({ deep }))])
      for (const right of values) run({ left }, { right }, (result: unknown) => expect(typeof result).toBe("boolean"));
  });

  test.each<[OperatorName, unknown, unknown, boolean]>([
    ["is", 7, 7, true],
    ["is", "7", 7, false],
    ["isNot", "7", 7, true],
    ["isMore", 8, 7, true],
    ["isAtMost", 7, 7, true],
    ["contains", "abc", "b", true],
    ["contains", ["abc"], "b", false],
    ["contains", ["abc"], "abc", true],
    ["contains", undefined, "b", false],
    ["containsNot", undefined, "b", true],
    ["begins", "abc", "a", true],
    ["ends", "abc", "a", false],
    ["isEmpty", undefined, "", true],
    ["isEmpty", [], "", true],
    ["isEmpty", 0, "", false],
    ["isFilled", "a", "", true],
  ])("%s: %j and %j", (operator, left, right, expected) => {
    const results: unknown[] = [];
    const body = writeCondition(one("trigger.left", operator, "trigger.right"));
    new Function("trigger", "done", body)({ left, right }, (result: unknown) => results.push(result));
    expect(results).toEqual([expected]);
  });
});

test.each<[Side, string]>([
  [{ kind: "value", text: "trigger.args.total" }, "trigger.args?.total"],
  [{ kind: "value", text: "steps.price" }, "steps.price"],
  [{ kind: "value", text: "steps.price.lines[0].id" }, "steps.price?.lines?.[0]?.id"],
  [{ kind: "value", text: "steps.find-contact.response.body" }, 'steps["find-contact"]?.response?.body'],
  [{ kind: "value", text: "steps.a.b.c" }, 'steps["a.b"]?.c'],
  [{ kind: "value", text: "steps.a.c" }, "steps.a?.c"],
  [{ kind: "value", text: "config.crm.instance" }, 'config["crm.instance"]'],
  [{ kind: "value", text: "trigger.body.x-y" }, 'trigger.body?.["x-y"]'],
  [{ kind: "text", text: 'say "hi"' }, '"say \\"hi\\""'],
  [{ kind: "number", text: "12.5" }, "12.5"],
  [{ kind: "yesOrNo", text: "false" }, "false"],
  [{ kind: "nothing", text: "" }, "null"],
])("%j is %s in code, and the same again for people", (side, code) => {
  expect(codeOf(side, draft)).toBe(code);
  expect(sideOf(code)).toEqual(side);
});

test.each<[Side]>([
  [{ kind: "value", text: "" }],
  [{ kind: "value", text: "steps" }],
  [{ kind: "value", text: "priced.total" }],
  [{ kind: "value", text: "steps.price[done(1)]" }],
  [{ kind: "number", text: "1,5" }],
  [{ kind: "number", text: "" }],
])("%j cannot be code yet", (side) => {
  expect(codeOf(side, draft)).toBeNull();
});

test("reading takes linear time, whatever the text", () => {
  const long = (unit: string) => `done(${unit.repeat(20_000)});`;
  for (const unit of ["steps.a", "steps.a?.b", 'steps["a"]', '"', "steps.a === 1 && ", "!", "Boolean(", "a?.b?.("])
    expect(cpuMs(() => readCondition(long(unit)))).toBeLessThan(LINEAR_MS);
});
