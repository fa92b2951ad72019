import { expect, test } from "vitest";
import { cpuMs, LINEAR_MS } from "#server/testing/linear-time.ts";
import type { ConversionReport } from "./converter.ts";
import { readAndConvert } from "./read-and-convert.ts";

type Result = Exclude<ConversionReport, { stage: string }>;

const MB = 2 ** 20;
const DESCRIPTION = { openapi: "3.0.0", info: { title: "Weather" } };

test.each<[string, () => string | object, string]>([
  ["100,000 operations", () => ({ ...DESCRIPTION, paths: manyPaths(100_000) }), "more than 2000 operations"],
  [
    "deep nesting",
    () => `{"swagger":"2.0","a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
    "nested deeper than 100",
  ],
  ["YAML that multiplies (I01)", () => yamlBomb(), "expands to more than"],
  ["YAML that holds itself", () => "openapi: 3.0.0\na: &a { b: *a }", "a.b is an alias of what it is a part of"],
  [
    "__proto__",
    () => '{"swagger":"2.0","definitions":{"__proto__":{}}}',
    "definitions.__proto__ is not an allowed name",
  ],
  ["keys that are there twice", () => "openapi: 3.0.0\nopenapi: 3.0.0", "duplicated mapping key (2:1)"],
  ["neither JSON nor YAML", () => "{a", "must be JSON or YAML"],
  ["no XML", () => "<x", "XML"],
  [
    "a WSDL without operations",
    () => '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:x"/>',
    "describes no operations",
  ],
  ["entities", () => '<!DOCTYPE a [<!ENTITY b "c">]><definitions>&b;</definitions>', "DOCTYPE"],
  ["5 MB of opening brackets", () => "[".repeat(5 * MB), "the file ends early, within 0.0"],
  ["more cURL than is read", () => `curl ${"$a".repeat(MB / 2)}`, "more than 1 MB of cURL"],
  ["a quote without an end", () => "curl https://x.test\n  -H 'x", "line 2 opens a quote"],
  [
    "an address of many variables",
    () => `curl https://${"$a.".repeat(MB / 4)}`,
    "command 1: its address has more than",
  ],
  [
    "an address of many segments",
    () => `curl https://x.test${"/a".repeat(MB / 4)}`,
    "command 1: its address has more than",
  ],
  [
    "a path of many segments",
    () => ({ ...DESCRIPTION, paths: { ["/a".repeat(500_000)]: { get: {} } } }),
    "/a… has more than",
  ],
  [
    "a path of many variables of one name",
    () => ({ ...DESCRIPTION, paths: { [`/${"{a}".repeat(2000)}`]: { get: {} } } }),
    "has more than 100 segments and variables",
  ],
  [
    "a server of many variables",
    () => ({ ...DESCRIPTION, servers: [{ url: `https://${"{a}".repeat(200_000)}` }], paths: manyPaths(1) }),
    "servers.0.url has more than",
  ],
])("%s: refused with the place, in linear time", (_, file, words) => {
  const { result, took } = measured(file());
  expect(result).toEqual({ refusal: { kind: "badRequest", message: expect.stringContaining(words) } });
  expect(took).toBeLessThan(LINEAR_MS);
});

test.each<[string, () => string | object]>([
  [
    "a model of 1,000 fields in each of 1,000 operations",
    () => wideModels((at) => ({ [`f${at}`]: { type: "string" } })),
  ],
  [
    "1,000 operations whose models each lead to all others",
    () => wideModels((at) => ({ [`f${at}`]: { $ref: `#/components/schemas/M${at}` } })),
  ],
])("%s: converted to what can be saved", (_, file) => {
  const { result, took } = measured(file());
  expect(result).toMatchObject({ conversion: { problems: [{ message: expect.stringContaining("too large") }, {}] } });
  expect(JSON.stringify(result).length).toBeLessThan(8 * MB);
  expect(took).toBeLessThan(LINEAR_MS);
});

test("every stage that a limit can name says what is done to the file", () => {
  const stages: string[] = [];
  const text = "openapi: 3.0.0\npaths: { /storms: { get: {} } }";
  readAndConvert({ bytes: new TextEncoder().encode(text), format: undefined }, (stage) => stages.push(stage));
  expect(stages).toEqual(["reading the file as YAML", "converting the file from OpenAPI 3.0"]);
});

function measured(file: string | object): { result: Result | undefined; took: number } {
  const bytes = new TextEncoder().encode(typeof file === "string" ? file : JSON.stringify(file));
  let result: Result | undefined;
  const took = cpuMs(() => {
    result = readAndConvert({ bytes, format: undefined }, () => {});
  });
  return { result, took };
}

const manyPaths = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`/p${at}`, { get: {} }]));

const yamlBomb = () =>
  `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghi".replaceAll(/./g, (name) => {
    const before = String.fromCharCode(name.charCodeAt(0) - 1);
    return `${name}: &${name} [${Array(9).fill(`*${before}`).join(",")}]\n`;
  })}`;

/** A thousand operations that return a model of a thousand fields. */
function wideModels(fieldOf: (at: number) => object) {
  const all = Array.from({ length: 1000 }, (_, at) => at);
  const back = { type: "object", properties: { all: { $ref: "#/components/schemas/All" } } };
  const schemas = Object.fromEntries(all.map((at) => [`M${at}`, back]));
  const content = { "application/json": { schema: { $ref: "#/components/schemas/All" } } };
  return {
    ...DESCRIPTION,
    components: {
      schemas: { ...schemas, All: { type: "object", properties: Object.assign({}, ...all.map(fieldOf)) } },
    },
    paths: Object.fromEntries(all.map((at) => [`/p${at}`, { get: { responses: { 200: { content } } } }])),
  };
}
