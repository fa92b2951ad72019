import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { ENDPOINTS } from "./endpoints.ts";
import { describePlatform } from "./swagger.ts";

test("the platform has a valid Swagger 2.0 document", async () => {
  const config = await createConfig({
    rules: { struct: "error", "path-parameters-defined": "error", "operation-operationId-unique": "error" },
  });
  const source = JSON.stringify(describePlatform(ENDPOINTS, { host: "localhost" }));
  const problems = await lintFromString({ source, config });
  expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([]);
});

test("provider=aws drops the base path, names the gateway and has its key as second parameter", () => {
  const { host, paths, ...document } = describePlatform(ENDPOINTS, { host: "localhost", provider: "aws" });
  expect(host).toBe("aws-api.cloud-elements.com");
  expect(document).not.toHaveProperty("basePath");
  expect(paths["/formulas"]?.get).toHaveProperty("parameters.1.name", "x-api-key");
});
