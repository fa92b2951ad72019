import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { API_PAGE, apiCoverage, apiPage, apiProblems } from "./api-coverage.ts";

describe("the platform API", () => {
  test("has an endpoint for each operation", () => {
    expect(apiCoverage().length).toBeGreaterThan(250);
    expect(apiProblems()).toEqual([]);
  });

  test("a missing endpoint and an operation listed twice are problems", () => {
    const row = { operation: "GET /a/{id}", state: "missing", note: "" } as const;
    expect(apiProblems([row, { ...row, operation: "GET /a/{name}", state: "works" }])).toEqual([
      "GET /a/{id} has no endpoint",
      "GET /a/{name} is listed twice",
    ]);
  });

  test("is covered as the committed page says; `npm run coverage:api` writes it", () => {
    expect(readFileSync(join(import.meta.dirname, "../..", API_PAGE), "utf8")).toBe(apiPage());
  });
});
