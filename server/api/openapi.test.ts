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
