import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ENDPOINTS } from "#server/api/endpoints.ts";
import { builder } from "#server/api/trpc/builder.ts";
import { elements } from "#server/api/trpc/elements.ts";
import { BUILDER_API, BUILDER_PAGE, builderPage } from "./builder-api.ts";

const namesOf = (router: string, { _def }: { _def: { procedures: object } }) =>
  Object.keys(_def.procedures).map((name) => `${router}.${name}`);

test("everything that the element builder calls has an endpoint, or a reason why not", () => {
  const called = [...namesOf("builder", builder), ...namesOf("elements", elements)];
  expect(called.length).toBeGreaterThan(40);
  expect(BUILDER_API.flatMap(({ procedures }) => procedures).toSorted()).toEqual(called.toSorted());
  const without = BUILDER_API.filter(({ endpoints, reason }) => (endpoints.length === 0) !== (reason !== undefined));
  expect(without).toEqual([]);
});

test("the endpoints exist", () => {
  const known = new Set(ENDPOINTS.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`));
  const named = BUILDER_API.flatMap(({ endpoints }) => endpoints);
  expect(named.filter((endpoint) => !known.has(endpoint.replaceAll(/\{\w+\}/g, "{}")))).toEqual([]);
});

test("the page is as committed; `npm run coverage:api` writes it", () => {
  expect(readFileSync(join(import.meta.dirname, "../..", BUILDER_PAGE), "utf8")).toBe(builderPage());
});
