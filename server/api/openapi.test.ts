import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { describeApi } from "./openapi.ts";

const document = describeApi(ENDPOINTS);

/**
 * `/formulas/instances` beside `/formulas/{formulaId}` is part of the contract; literal segments win. And endpoints
 * that only redirect have no 2xx.
 */
const ACCEPTED = new Set(["no-ambiguous-paths", "operation-2xx-response"]);

test("the document lints clean by Redocly's recommended rules", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  const others = problems.filter(({ ruleId }) => !ACCEPTED.has(ruleId));
  expect(others.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([]);
});

test("every endpoint of the route table is in it", () => {
  for (const { method, path } of ENDPOINTS) expect(document.paths[path]).toHaveProperty(method.toLowerCase());
});

type Responses = Record<string, { content?: object }>;
const described = document.paths as Record<string, Record<string, { responses: Responses }>>;
const operations = ENDPOINTS.map(({ method, path, auth, description }) => ({
  ...{ name: `${method} ${path}`, path, auth, description },
  responses: described[path]?.[method.toLowerCase()]?.responses ?? {},
}));
const operationOf = (name: string) => operations.find((one) => one.name === name);

test("every request may be invalid, and every caller may lack permission: a viewer, a sub-account or an API key", () => {
  for (const { name, auth, responses } of operations) {
    expect(Object.keys(responses), name).toContain("400");
    if (auth === "platform" || auth === "element") expect(Object.keys(responses), name).toContain("403");
  }
});

test("a status that a description names is among the responses", () => {
  for (const { name, description = "", responses } of operations)
    for (const [status] of description.matchAll(/\b(?:40[0-9]|501)\b/g))
      expect(Object.keys(responses), name).toContain(status);
});

test.each([
  ["GET /organizations/branding", "404"],
  ["GET /accounts/objects/definitions", "404"],
  ["GET /usage", "404"],
  ["POST /instances", "404"],
  ["GET /applications/users/{email}", "401"],
  ["GET /client-sdks/{language}", "501"],
  ...operations.flatMap(({ name, path }): [string, string][] =>
    path.startsWith("/customers/") ? [[name, "501"]] : [],
  ),
])("%s says that it may respond with %s", (name, status) => {
  expect(Object.keys(operationOf(name)?.responses ?? {})).toContain(status);
});

test.each([
  ["GET /elements/{keyOrId}/cheat-sheet", ["text/html"]],
  ["POST /notifications/emails", ["text/plain"]],
  ["GET /bulk/{bulkJobId}/{objectName}", ["application/json", "text/csv"]],
])("%s says what types its response has", (name, types) => {
  expect(Object.keys(operationOf(name)?.responses["200"]?.content ?? {})).toEqual(types);
});

test("every path parameter of a contract has a schema", () => {
  for (const { path, params } of ENDPOINTS) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect("shape" in params ? Object.keys(params.shape as object) : [], path).toEqual(names);
  }
});

test("every step type has its properties documented", () => {
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(Object.keys(STEP_TYPES).map((type) => `StepProperties.${type}`)),
  );
});

test("every group of endpoints says what it is about", () => {
  expect(document.tags.filter(({ description }) => description === "")).toEqual([]);
});

test("fields that have a default are not required of a request", () => {
  const { post } = JSON.parse(JSON.stringify(document.paths["/formulas/{formulaId}/instances"]));
  expect(post.requestBody.content["application/json"].schema.required).toEqual(["name"]);
});
