import type { Scaffold } from "../scaffold.ts";

export const authentication: Scaffold = {
  kind: "authentication",
  summary: "A way to authenticate to providers",
  example: "sessionCookie",
  create: ({ camel, kebab, label }) => ({
    files: {
      [`server/element/auth/${kebab}.ts`]: `
import { defineAuthType } from "#server/element/auth/auth-type.ts";
import { requiredEntry } from "#server/element/auth/entry.ts";

/** A token in a header with every request. */
export const ${camel} = defineAuthType({
  type: "${camel}",
  label: "${label}",
  summary: "A token with every request.",
  configuration: [requiredEntry("${kebab}.token", "PASSWORD", "Token", "A token of your account at the provider")],
  authorize: ({ "${kebab}.token": token }) => (token ? { headers: { "x-token": token } } : {}),
});
`,
      [`server/element/auth/${kebab}.test.ts`]: `
import { expect, test } from "vitest";
import { ${camel} } from "./${kebab}.ts";

test.each([
  [{ "${kebab}.token": "t1" }, { headers: { "x-token": "t1" } }],
  [{}, {}],
])("%j authorizes with %j", (configuration, expected) => {
  expect(${camel}.authorize?.(configuration)).toEqual(expected);
});

test("people enter a token when they connect, and it is secret", () => {
  expect(${camel}.configuration).toMatchObject([{ key: "${kebab}.token", type: "PASSWORD", required: true }]);
});
`,
    },
    rows: [{ file: "server/element/auth/registry.ts", list: "TYPES = registry(", item: camel, from: `./${kebab}.ts` }],
    tests: [`server/element/auth/${kebab}.test.ts`, "server/element/auth/registry.test.ts"],
    next: [
      "Write the test of what the provider must receive, then the configuration entries and `authorize`.",
      "Grants that expire and signatures are further properties of the definition (server/element/auth/auth-type.ts).",
      "With `fromOpenApi`, elements from imported OpenAPI documents get the type without being edited.",
    ],
  }),
};
