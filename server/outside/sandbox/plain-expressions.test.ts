import { randomInt } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "../../formula/context.ts";
import { evaluate } from "../../formula/plain-expression.ts";
import { plainExpressionOf } from "../../formula/read-plain-expression.ts";
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
const ARITHMETIC = ["+", "-", "*", "/", "%"];
const one = <Item>(items: Item[]) => items[randomInt(items.length)] as Item;

function anyExpression(depth: number): string {
  const kind = depth === 0 ? one(["compare", "calculate", "plain"]) : one(Object.keys(COMPOSED));
  return (COMPOSED[kind] ?? COMPOSED.plain)?.(() => anyExpression(depth - 1)) ?? "";
}

const COMPOSED: Record<string, (inner: () => string) => string> = {
  compare: () => `${one(OPERANDS)} ${one(OPERATORS)} ${one(OPERANDS)}`,
  calculate: () => `${one(OPERANDS)} ${one(ARITHMETIC)} ${one(OPERANDS)}`,
  plain: () => one(OPERANDS),
  sum: (inner) => `(${inner()}) ${one(ARITHMETIC)} (${inner()})`,
  not: (inner) => `!(${inner()})`,
  logical: (inner) => `((${inner()}) ${one(["&&", "||", "??"])} (${inner()}))`,
  choose: (inner) => `((${inner()}) ? (${inner()}) : (${inner()}))`,
  text: (inner) => `\`a \${${inner()}} \\n \${${inner()}}\``,
  list: (inner) => `[${inner()}, ...(${inner()}), ${inner()}]`,
  object: (inner) => `{ ...(${inner()}), b: ${inner()}, 'a': ${inner()}, 1: ${inner()}, a: ${inner()} }`,
};

test("expressions evaluated without a script engine have the value that the engine gives them", async () => {
  let count = 0;
  for (let n = 0; n < 400; n++) {
    const body = `done(${anyExpression(n % 4)});`;
    const expression = plainExpressionOf(readScript(body));
    const value = expression && evaluate(expression, context);
    if (value === undefined) continue;
    count++;
    const result = await sandbox.run({ body, scriptEngine: "v2", context }, new AbortController().signal);
    expect(result, body).toMatchObject({ ok: true });
    expect(JSON.stringify(result.ok && result.value), body).toBe(JSON.stringify(value));
  }
  expect(count).toBeGreaterThan(100);
});
