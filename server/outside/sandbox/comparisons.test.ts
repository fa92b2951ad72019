import { randomInt } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { comparisonOf, decide } from "../../formula/comparison.ts";
import type { Context } from "../../formula/context.ts";
import { readScript } from "../../script/read-script.ts";
import { createSandbox, type RunningSandbox } from "./sandbox.ts";

let sandbox: RunningSandbox;
beforeAll(async () => {
  const log = pino({ level: "silent" });
  sandbox = await createSandbox({ processes: 1, timeoutMs: 1_000, memoryMb: 64, requireJail: false, log });
});
afterAll(() => sandbox.close());

const context: Context = {
  trigger: { args: { n: 5, zero: 0, text: "5", empty: "", none: null, yes: true, list: [1, "a"], deep: { n: 1 } } },
  steps: { "a step": { n: -1.5 } },
  config: {},
  info: { formulaId: 1, formulaName: "f", formulaInstanceId: 2, formulaInstanceName: "i", formulaExecutionId: 3 },
};

const OPERANDS = [
  ...[
    "n",
    "zero",
    "text",
    "empty",
    "none",
    "yes",
    "list",
    "list[0]",
    "list[7]",
    "list.length",
    "deep.n",
    "deep?.x?.y",
  ].map((path) => `trigger.args.${path}`),
  ...[
    "steps['a step'].n",
    "steps.missing",
    "steps.missing?.n",
    "info.formulaId",
    "config.missing.n",
    "trigger.args.text.length",
  ],
  ...["0", "5", "-1.5", '"5"', "'a'", '""', "true", "false", "null", "undefined"],
];
const OPERATORS = ["===", "!==", "==", "!=", ">", "<", ">=", "<="];
const one = <Item>(items: Item[]) => items[randomInt(items.length)] as Item;

function anyComparison(depth: number): string {
  const kind = depth === 0 ? "compare" : one(["compare", "compare", "not", "and", "or", "plain"]);
  if (kind === "compare") return `${one(OPERANDS)} ${one(OPERATORS)} ${one(OPERANDS)}`;
  if (kind === "plain") return one(OPERANDS);
  if (kind === "not") return `!(${anyComparison(depth - 1)})`;
  return `(${anyComparison(depth - 1)} ${kind === "and" ? "&&" : "||"} ${anyComparison(depth - 1)})`;
}

test("comparisons decided without a script engine match the engine", async () => {
  let decidedCount = 0;
  for (let n = 0; n < 300; n++) {
    const body = `done(${anyComparison(3)});`;
    const comparison = comparisonOf(readScript(body));
    expect(comparison, body).toBeDefined();
    const decided = comparison && decide(comparison, context);
    if (decided === undefined) continue;
    decidedCount++;
    const result = await sandbox.run({ body, scriptEngine: "v2", context }, new AbortController().signal);
    expect(result, body).toMatchObject({ ok: true, value: decided });
  }
  expect(decidedCount).toBeGreaterThan(50);
});
