import { describe, expect, test } from "vitest";
import { parameter } from "#server/testing/fake-element-ports.ts";
import { parameterSchema } from "../shape.ts";
import { parameterProblem } from "./parameter-problem.ts";
import type { ParameterSetting } from "./place.ts";

const SETTING: ParameterSetting = {
  path: "/contacts/{id}",
  vendorPath: "/people/{personId}",
  baseUrl: "https://{company}.example.com",
  unlisted: new Set(["api.key", "a", "b"]),
  follows: false,
  templates: ['{"mail": "{mail}"}'],
};

const read = (line: string, more = {}) => parameterSchema.parse(parameter(line, more));

describe("of a request", () => {
  const problemOf = (line: string, setting: Partial<ParameterSetting> = {}, more = {}) =>
    parameterProblem(read(line, more), { ...SETTING, ...setting }, { isOfResponse: false });

  test.each([
    "path id -> path personId",
    "query q -> path company",
    "query q -> header X-Q",
    "body contact -> body person",
    "bodyField a.b -> query",
    "configuration username -> header X-Key",
    "value Bearer ${configuration.username} -> header Authorization",
    "value  -> query namedParameters",
    "query mail -> bodyToken mail",
    "header X-A -> no-op",
  ])("%s works", (line) => expect(problemOf(line)).toBeUndefined());

  test.each([
    ["path name -> query name", "The path has no {name}: /contacts/{id}"],
    ["query name -> path name", "Neither the provider's path nor the base URL has {name}: /people/{personId}"],
    ["configuration api.key -> header X-Key", "The configuration has no api.key."],
    ["value ${configuration.a} ${configuration.b} -> query q", "The configuration has no a, b."],
    ["prevBody x -> body x", "No resource continues with this one, so there is no previous response."],
    ["prevBodyField a.b -> query q", "No resource continues with this one, so there is no previous response."],
    ["query q -> bodyToken q", "No value that goes to the body has {q}."],
    ["query  -> query q", "Name the query parameter."],
    ["body  -> header", "Name the header of the provider."],
    ["query q -> header a b", "a b: is not a header name."],
    ["query q -> header Host", "the header Host cannot be set."],
  ])("%s: %s", (line, problem) => expect(problemOf(line)).toBe(problem));

  test("parameters of the element are not checked against paths and chains of resources", () => {
    const ofElement = { path: null, vendorPath: null };
    for (const line of ["path x -> path y", "prevBody x -> body x"]) expect(problemOf(line, ofElement)).toBeUndefined();
  });

  test("a resource that another one continues with has a previous response", () =>
    expect(problemOf("prevBodyField a -> query q", { follows: true })).toBeUndefined());

  test("a converter needs no name at the provider, and must exist", () => {
    expect(problemOf("query where -> query", {}, { converter: "toODataFilter" })).toBeUndefined();
    expect(problemOf("query where -> query", {}, { vendorName: "converter:toQueryParameters" })).toBeUndefined();
    expect(problemOf("query where -> query q", {}, { converter: "toSql" })).toBe("There is no converter toSql.");
  });
});

describe("of a response", () => {
  const problemOf = (line: string) => parameterProblem(read(line), SETTING, { isOfResponse: true });

  test.each(["configuration token -> bodyField access_token", "header X-A -> header X-B", "body  -> body"])(
    "%s works",
    (line) => expect(problemOf(line)).toBeUndefined(),
  );

  test.each([
    ["bodyField a -> query q", "A response has no query parameter to take a value from."],
    ["query q -> bodyField a", "A response to our caller has no query parameter."],
    ["bodyField  -> bodyField", "Name the field of the body."],
  ])("%s: %s", (line, problem) => expect(problemOf(line)).toBe(problem));
});
