import { expect, test } from "vitest";
import { AUTH_TYPES } from "./element/auth/registry.ts";
import { HOOK_TYPES } from "./element/hooks/registry.ts";
import { PAGINATION_TYPES } from "./element/pagination/registry.ts";
import { STEP_TYPES } from "./formula/steps/registry.ts";
import { TRIGGER_TYPES } from "./formula/triggers/registry.ts";
import { registry, typesOf } from "./registry.ts";
import { type Kinds, kindLiterals, shippedSource } from "./testing/kind-literals.ts";

const KINDS: Kinds[] = [
  {
    of: "step type",
    names: typesOf(STEP_TYPES),
    folder: "server/formula/steps/",
    subject: /(^|\.)(type|stepType)$/,
    isOurs: true,
    column: /step_type/,
  },
  {
    of: "trigger type",
    names: typesOf(TRIGGER_TYPES),
    folder: "server/formula/triggers/",
    subject: /(^|\.)(type|triggerType)$/,
    isOurs: true,
    column: /trigger_type/,
  },
  {
    of: "hook",
    names: typesOf(HOOK_TYPES),
    folder: "server/element/hooks/types/",
    subject: /(^|\.)type$/,
    isOurs: true,
  },
  {
    of: "authentication type",
    names: typesOf(AUTH_TYPES),
    folder: "server/element/auth/",
    subject: /(^|\.)(auth|authentication|type)\.type$|(^|\.)(authType|authenticationType)$/,
  },
  {
    of: "pagination kind",
    names: typesOf(PAGINATION_TYPES),
    folder: "server/element/pagination/",
    subject: /(^|\.)(paging|pagination)\.type$|(^|\.)paginationType$/,
    areParameters: true,
  },
];

test("no source names a kind outside its definition: what depends on a kind is a property of the definition", () => {
  const source = shippedSource();
  expect(source.length).toBeGreaterThan(500);
  const mentioning = source.filter(({ text }) => KINDS.some(({ names }) => names.some((name) => text.includes(name))));
  expect(mentioning.flatMap(({ file, text }) => kindLiterals(file, text, KINDS))).toEqual([]);
});

test.each([
  'if (step.type === "filter") go();',
  'const isLoop = "loop" !== stepType;',
  'switch (type) { case "script": go(); }',
  'const SCRIPTED = new Set(["script", "filter"]);',
  'const isScripted = ["script"].includes(stepType);',
  "const ICONS = { filter: Funnel, loop: Circle };",
  'const type = trigger?.type ?? "manual";',
  'const run = { triggerType: "scheduled" };',
  'type Scripted = "script" | "filter";',
  'const calls = kind === "httpRequest";',
  "const sql = `where t.step_type = 'loop'`;",
  'const element = { authentication: { type: "custom" } };',
  'if (element.authentication.type === "oauth2") go();',
])("%s names a kind", (text) => {
  expect(kindLiterals("app/a.ts", text, KINDS)).toHaveLength(1);
});

test.each([
  'names.filter((name) => name !== "a");',
  't("formula");',
  'const step = { name: "a", type: "script", properties: { body: "done();" } };',
  "const entry = { request, filter: 1 };",
  "const sql = `where step_type = any($1)`;",
])("%s names none", (text) => {
  expect(kindLiterals("app/a.ts", text, KINDS)).toEqual([]);
});

test("a registry keeps the order of its rows, and no two have one type", () => {
  const [one, two] = [{ type: "one", n: 1 } as const, { type: "two", n: 2 } as const];
  expect(Object.keys(registry(two, one))).toEqual(["two", "one"]);
  expect(() => registry(one, { ...one })).toThrow("same type");
});
