import { expect, test } from "vitest";
import { AUTH_TYPES } from "./element/auth/registry.ts";
import { CONFIGURATION_TYPES } from "./element/configuration-types/registry.ts";
import { CONVERTERS } from "./element/converters/registry.ts";
import { DATA_TYPES } from "./element/data-types/registry.ts";
import { EVENT_KINDS } from "./element/event-kinds/registry.ts";
import { HOOK_TYPES } from "./element/hooks/registry.ts";
import { PAGING_SUPPORT } from "./element/pagination/paging-support.ts";
import { PAGINATION_TYPES } from "./element/pagination/registry.ts";
import { PARAMETER_TYPES, VENDOR_TYPES } from "./element/parameters/registry.ts";
import { RESOURCE_TYPES } from "./element/resource-types/registry.ts";
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
  {
    of: "parameter place",
    names: [...new Set([...PARAMETER_TYPES, ...VENDOR_TYPES])],
    folder: "server/element/parameters/",
    subject: /(^|\.)(type|vendorType)$/,
    rooms: /^server\/(element|event|services\/(element|hub|instance))\//,
    isOurs: true,
    areParameters: true,
  },
  {
    of: "configuration type",
    names: typesOf(CONFIGURATION_TYPES),
    folder: "server/element/configuration-types/",
    subject: /(^|\.)type$/,
  },
  {
    of: "paging support",
    names: typesOf(PAGING_SUPPORT),
    folder: "server/element/pagination/",
    subject: /(^|\.)paginationType$/,
  },
  {
    of: "type of data",
    names: typesOf(DATA_TYPES),
    folder: "server/element/data-types/",
    subject: /(^|\.)(dataType|vendorDataType)$/,
    rooms: /^server\/(element|event|services\/(element|hub|instance))\//,
  },
  {
    of: "converter",
    names: typesOf(CONVERTERS),
    folder: "server/element/converters/",
    subject: /(^|\.)converter$/,
    isOurs: true,
  },
  {
    of: "resource type",
    names: typesOf(RESOURCE_TYPES),
    folder: "server/element/resource-types/",
    subject: /(^|\.)(type|resourceType)$/,
    isOurs: true,
  },
  {
    of: "kind of event",
    names: typesOf(EVENT_KINDS),
    folder: "server/element/event-kinds/",
    subject: /(^|\.)(source|eventKind|event\.vendor\.type)$/,
    column: /source/,
  },
];

test("no source names a kind outside its definition: differences are properties of the definition", () => {
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
  'if (vendorType !== "header") go();',
  'const isText = parameter.dataType === "string";',
  'const convert = parameter.converter ?? "toODataFilter";',
  'for (const moment of ["onRefresh", "provisionAuthValidation"]) run(moment);',
  'const isCalled = resource.type === "api";',
  'if (source === "polling") go();',
  'const configuration = { "event.vendor.type": "webhook" };',
  'const kind = entry.type === "PASSWORD" ? "password" : "text";',
  'const entry = { key: "a", type: "BOOLEAN" };',
  'const isLocal = resource.paginationType === "VENDOR_NOT_SUPPORTED";',
])("%s names a kind", (text) => {
  expect(kindLiterals("server/element/a.ts", text, KINDS)).not.toEqual([]);
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
