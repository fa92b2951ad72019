import { createConfig, lintFromString } from "@redocly/openapi-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aDemoProduct, type DemoProduct } from "#server/testing/demo-product.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { describePlatform } from "./swagger.ts";

test("the platform has a valid Swagger 2.0 document", async () => {
  const config = await createConfig({
    rules: { struct: "error", "path-parameters-defined": "error", "operation-operationId-unique": "error" },
  });
  const source = JSON.stringify(describePlatform(ENDPOINTS, { publicUrl: "http://localhost:3000" }));
  const problems = await lintFromString({ source, config });
  expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([]);
});

test("provider=aws drops the base path, names the gateway and has its key as second parameter", () => {
  const { host, paths, ...document } = describePlatform(ENDPOINTS, {
    publicUrl: "http://localhost:3000",
    provider: "aws",
  });
  expect(document.schemes).toEqual(["https"]);
  expect(host).toBe("aws-api.cloud-elements.com");
  expect(document).not.toHaveProperty("basePath");
  expect(paths["/formulas"]?.get).toHaveProperty("parameters.1.name", "x-api-key");
});

describe("served at the address of the product", () => {
  let product: DemoProduct;
  beforeAll(async () => {
    product = await aDemoProduct({ env: { PUBLIC_URL: "http://formulary.test:8080" } });
  });
  afterAll(() => product.close());

  test.each(["/docs/all_platform", "/docs/crm", "/elements/democrm/docs"])(
    "%s names its host and scheme",
    async (path) => {
      const { body } = await product.send(`GET ${path}`);
      expect(body).toMatchObject({ host: "formulary.test:8080", schemes: ["http"] });
    },
  );
});
