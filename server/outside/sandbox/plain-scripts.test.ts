import { randomInt } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlainHooks } from "../../element/hooks/plain-hook.ts";
import type { Context } from "../../formula/context.ts";
import { evaluateIn, plainStepScript } from "../../formula/plain-step-script.ts";
import { readScript } from "../../script/read-script.ts";
import { createSandbox, type RunningSandbox } from "./sandbox.ts";

const forever = new AbortController().signal;
let sandbox: RunningSandbox;
beforeAll(async () => {
  const log = pino({ level: "silent" });
  sandbox = await createSandbox({ processes: 1, timeoutMs: 1_000, memoryMb: 64, requireJail: false, log });
});
afterAll(() => sandbox.close());

const context: Context = {
  trigger: {
    args: {
      ...{ n: 5, zero: 0, text: "5", empty: "", none: null, yes: true, list: [1, "a"], deep: { n: 1, 2: "\ud800" } },
      items: [
        { id: 1, price: 2.5, tags: ["a", "b"] },
        { id: "2", price: null },
        { id: 3, price: -0.1, tags: [] },
      ],
      words: ["Ada", " lovelace ", "ünï", "", "1e3"],
    },
  },
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
    "items",
    "items[2]",
    "words",
    "words[1]",
    "deep",
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
  each: (inner) =>
    `(${one(["trigger.args.items", "trigger.args.words", "trigger.args.list", `[${inner()}, ${inner()}]`])}).${one(EACH)}((it${one(["", ", at", ", at"])}) => ${one([inner(), "it", "it.id", "it?.tags?.length", "at", `[it, ${inner()}]`, "it.price * 2 > at", "typeof it"])})`,
  destructured: (inner) => `[...(trigger.args.items)].map(({ id, price: cost }) => ({ id, cost, more: ${inner()} }))`,
  reduce: (inner) =>
    `(${one(["trigger.args.items", "trigger.args.list"])}).reduce((sum, { price }, at) => sum + ${one(["price", "at", "(price ?? 0)"])}, ${inner()})`,
  listMethod: () => `${one(LISTS)}${one(["", "?"])}.${one(LIST_METHODS)}`,
  textMethod: (inner) => `(${one([...TEXTS, inner()])}).${one(TEXT_METHODS)}`,
  call: (inner) => `${one(CALLS)}(${one([...LISTS, ...TEXTS, ...OBJECTS, inner(), inner(), inner()])})`,
  assign: (inner) => `Object.assign({ a: ${inner()} }, ${inner()}, ${inner()})`,
  bounds: (inner) => `Math.${one(["min", "max"])}(${inner()}, ${inner()})`,
  object: (inner) => `{ ...(${inner()}), b: ${inner()}, 'a': ${inner()}, 1: ${inner()}, a: ${inner()} }`,
};

const EACH = ["map", "filter", "find", "findIndex", "some", "every", "flatMap"];
const LISTS = ["trigger.args.words", "trigger.args.list", "trigger.args.items[0].tags", "[3, null, 'a']"];
const LIST_METHODS = [
  ...["join()", "join('; ')", "slice(1)", "slice(-2, 1)", "includes('a')", "includes(1)", "indexOf('a')", "length"],
  ...["filter(Boolean)", "map(String)", "map(Number)"],
];
const TEXTS = ["trigger.args.words[0]", "trigger.args.words[1]", "trigger.args.text", "'a,b,a'", "trigger.args.empty"];
const TEXT_METHODS = [
  ...["toUpperCase()", "toLowerCase()", "trim()", "split('')", "split(',')", "substring(1)", "substring(2, 0)"],
  ...["startsWith('A')", "endsWith('')", "includes('a')", "indexOf('b')", "slice(-2)", "slice(1, 3)", "length"],
];
const OBJECTS = ["trigger.args.deep", "trigger.args.items[0]", "{ b: 1, 2: [2], a: null }"];
const CALLS = [
  ...["Math.round", "Math.floor", "Math.ceil", "Math.trunc", "Math.abs", "Array.isArray", "JSON.stringify"],
  ...["Object.keys", "Object.values", "Object.entries", "Number", "String", "Boolean", "typeof "],
];

const SCRIPTS: ((inner: () => string) => string)[] = [
  (inner) => `done(${inner()});`,
  (inner) => `const a = ${inner()}, b = ${inner()}; done([a, b, a]);`,
  (inner) => `const { args } = trigger.type ? {} : { args: ${inner()} }; let c = args; done({ args, c });`,
  (inner) =>
    `const a = ${inner()}; if (a) { const b = [a]; done(b); } else if (${inner()}) done(2); else { done({ a }); }`,
  (inner) => `var a = ${inner()}; const n = a?.length; done({ n, a, t: typeof n });`,
];

test("scripts evaluated without a script engine have the value that the engine gives them", async () => {
  let count = 0;
  for (let n = 0; n < 600; n++) {
    const body = one(SCRIPTS)(() => anyExpression(n % 4));
    const script = plainStepScript(readScript(body));
    const value = script && evaluateIn(context, script);
    if (value === undefined) continue;
    count++;
    const result = await sandbox.run({ body, scriptEngine: "v2", context }, forever);
    expect(result, body).toMatchObject({ ok: true });
    expect(JSON.stringify(result.ok && result.value), body).toBe(JSON.stringify(value));
  }
  expect(count).toBeGreaterThan(100);
});

/** The roots of a formula, and those of a hook with the same values. */
const HOOK_ROOTS = {
  "trigger.args": [
    "request_body_map",
    { ...Object(context.trigger.args), absent: undefined, deep: { n: 1, absent: undefined } },
  ],
  steps: ["request_headers", context.steps],
  config: ["configuration", context.config],
  info: ["meta_data", context.info],
} as const;
const WHOLE = [...Object.values(HOOK_ROOTS).map(([name]) => name), "events", "request_body_map.absent"];

test("so have hooks", async () => {
  const variables = Object.fromEntries(Object.values(HOOK_ROOTS));
  const plain = createPlainHooks();
  let count = 0;
  for (let n = 0; n < 600; n++) {
    let body = one(SCRIPTS)(() => (n % 3 === 0 ? one(WHOLE) : anyExpression(n % 4)));
    for (const [root, [name]] of Object.entries(HOOK_ROOTS)) body = body.replaceAll(root, name);
    const result = plain({ body, isLegacy: false, variables, origins: "any" });
    if (!result) continue;
    count++;
    // A script that assigns needs the engine.
    const assigning = { body: `let zero; zero = 0; ${body}`, isLegacy: false, variables, origins: "any" as const };
    expect(plain(assigning)).toBeUndefined();
    const engine = await sandbox.of("one").hook(assigning, forever);
    expect(engine, body).toMatchObject({ ok: true, console: [], notify: [] });
    expect(JSON.stringify(engine.ok && engine.value), body).toBe(JSON.stringify(result.ok && result.value));
  }
  expect(count).toBeGreaterThan(100);
});
