import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cpuMs, LINEAR_MS } from "#server/testing/linear-time.ts";
import { readPath, references, resolveDeep, resolveTemplate } from "./expression.ts";

const context = {
  trigger: { args: { n: 5, flag: false, none: null, orders: [{ id: 1 }, { id: 2 }], text: "a${steps.list.body}b" } },
  steps: {
    list: { body: [1, 2], response: { code: 200, headers: { "x.y": "dotted" } } },
    "build-query": { query: { where: "id=1" } },
    "3-get-campaign": { response: { body: "c" } },
  },
  config: { "crm.instance": "48902", crm: { other: "nested" }, sfdc: "7", "sfdc.instance.id": "9", old: "o" },
  info: { formulaId: 1, formulaName: "F" },
};
const fill = (template: string, options = {}) => resolveTemplate(template, context, options);

describe("resolveTemplate", () => {
  test.each([
    ["C05: a whole reference keeps a list", "${steps.list.body}", [1, 2]],
    ["a whole reference keeps a number", "${steps.list.response.code}", 200],
    ["a whole reference keeps false", "${trigger.args.flag}", false],
    ["a whole reference keeps null", "${trigger.args.none}", null],
    ["a whole reference to nothing is undefined", "${steps.nobody.body}", undefined],
    ["inner spaces are trimmed", "${ info.formulaName }", "F"],
    ["inside text a number is written", "n=${trigger.args.n}", "n=5"],
    ["C05: inside text an object is JSON", "q: ${steps.build-query.query}", 'q: {"where":"id=1"}'],
    ["inside text a missing value and null are empty", "[${config.no}${trigger.args.none}]", "[]"],
    ["two references that touch are text", "${trigger.args.n}${trigger.args.n}", "55"],
    ["a variable with a dot in its key", "${config.crm.instance}", "48902"],
    ["nested data beside such a key", "${config.crm.other}", "nested"],
    ["a key with a dot deep inside", "${steps.list.response.headers.x.y}", "dotted"],
    ["an index in brackets", "${trigger.args.orders[1].id}", 2],
    ["an index with a dot", "${trigger.args.orders.1.id}", 2],
    ["a name in brackets", "${steps['build-query'].query.where}", "id=1"],
    ["a name in double quotes", '${steps.list.response.headers["x.y"]}', "dotted"],
    ["the length of a list is its own", "${steps.list.body.length}", 2],
    ["C03: a value that contains a reference is not filled again", "${trigger.args.text}", "a${steps.list.body}b"],
    ["nor inside text", "<${trigger.args.text}>", "<a${steps.list.body}b>"],
    ["text without references", "plain $5 {x} $x", "plain $5 {x} $x"],
    ["empty braces stay", "a${}b${ }c", "a${}b${ }c"],
    ["an unclosed reference stays", "${steps.list", "${steps.list"],
    ["a dollar before a reference stays", "$${trigger.args.n}", "$5"],
    ["the inner reference of nested ones counts", "${${trigger.args.n}}", "${5}"],
    ["a reference without a root stays text", "${sfdc}", "${sfdc}"],
    ["a root is a whole word", "${configs.x}", "${configs.x}"],
  ])("%s", (_, template, value) => {
    expect(fill(template)).toEqual(value);
  });

  test.each([
    "${steps.__proto__.x}",
    "${steps.list.constructor.constructor}",
    "${config.prototype}",
    "${steps.list['__proto__']}",
    "${steps.list.toString}",
    "${steps.list.body.map}",
    "${steps.list.body[-1]}",
    "${steps.list.body[1e9]}",
    "${steps.list.body[01]}",
    "${steps.list.body.01}",
    "${info.formulaName.length}",
    "${steps.list.hasOwnProperty}",
    "${steps..list}",
    "${steps.list.}",
    "${.steps.list}",
    "${steps.list.[0]}",
    "${steps.list.body[0}",
    "${steps.list.body[0]x}",
  ])("C01, C06: own data only: %s is nothing", (template) => {
    expect([undefined, template]).toContainEqual(fill(template));
  });

  test.each([
    ["a variable", "${sfdc}", "7"],
    ["a variable whose key has dots", "${sfdc.instance.id}", "9"],
    ["a step", "${3-get-campaign.response.body}", "c"],
    ["a root still", "${config.sfdc}", "7"],
    ["nothing", "x${nobody}", "x"],
  ])("v1 shorthand names %s", (_, template, value) => {
    expect(fill(template, { shorthand: true })).toEqual(value);
  });

  test.each([
    ["with a root", "steps.build-query.query", { where: "id=1" }],
    ["by step name", "build-query.query", { where: "id=1" }],
    ["that leads nowhere stays text", "steps.nobody.query", "steps.nobody.query"],
    ["of one word stays text", "steps", "steps"],
    ["named like a step stays text", "build-query", "build-query"],
  ])("a bare reference %s", (_, text, value) => {
    expect(fill(text, { bare: true })).toEqual(value);
  });

  test("bare text is only text by default", () => {
    expect(fill("steps.build-query.query")).toBe("steps.build-query.query");
  });
});

describe("resolveDeep", () => {
  test("fills every depth, each whole reference with its own type", () => {
    const saved = { a: "${steps.list.body}", b: [{ c: "n${trigger.args.n}", d: 1, e: null }], f: "${config.no}" };
    expect(resolveDeep(saved, context)).toEqual({ a: [1, 2], b: [{ c: "n5", d: 1, e: null }], f: undefined });
  });
  test("leaves the saved value as it was", () => {
    const saved = { a: ["${info.formulaName}"] };
    resolveDeep(saved, context);
    expect(saved).toEqual({ a: ["${info.formulaName}"] });
  });
  test("a key __proto__ is a key and pollutes nothing", () => {
    const filled = resolveDeep(JSON.parse('{"__proto__":{"polluted":"${info.formulaId}"}}'), context);
    expect(Object.getPrototypeOf(filled)).toBe(Object.prototype);
    expect(JSON.stringify(filled)).toBe('{"__proto__":{"polluted":1}}');
  });
  test("bare references are looked for on top only", () => {
    expect(resolveDeep({ a: "steps.list.body" }, context, { bare: true })).toEqual({ a: "steps.list.body" });
  });
});

test("references lists what is inside and where", () => {
  expect(references("a ${ steps.x } ${} ${${b}}")).toEqual([
    { path: "steps.x", start: 2, end: 14 },
    { path: "b", start: 21, end: 25 },
  ]);
});

test("reads written values by their path, for any names (fast-check)", () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,3}(\.[a-z]{1,3})?$/);
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), fc.jsonValue(), (names, value) => {
      fc.pre(value !== null);
      const steps = names.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
      expect(readPath({ steps }, `steps.${names.join(".")}`)).toEqual(value);
    }),
  );
});

test("any text resolves to text or a value and never throws (fast-check)", () => {
  const piece = fc.constantFrom("${", "}", "steps", ".", "[", "]", "list", "'", "body", "$", " ", "0");
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join("")),
      (text) => void fill(text, { shorthand: true, bare: true }),
    ),
  );
});

describe("takes linear time (C04)", () => {
  test.each([
    ["1 MB of ${", "${".repeat(500_000)],
    ["1 MB of } after ${", `\${${"}".repeat(1_000_000)}`],
    ["100,000 references", "${steps.list.response.code} ".repeat(100_000)],
    ["100,000 references that lead nowhere", "${steps.list.a.b} ".repeat(100_000)],
    ["a path of 10,000 parts", `\${steps${".a".repeat(10_000)}}`],
    ["1 MB of [", `\${steps${"[".repeat(1_000_000)}}`],
  ])("%s", (_, text) => expect(cpuMs(() => fill(text, { shorthand: true, bare: true }))).toBeLessThan(LINEAR_MS));
});
