import type { Scaffold } from "../scaffold.ts";

export const endpoint: Scaffold = {
  kind: "endpoint",
  summary: "An endpoint of the REST API, with its service",
  example: "regions",
  create: ({ camel, pascal, kebab, label }) => ({
    files: {
      [`server/services/${kebab}/list-${kebab}.ts`]: `
import type { Context } from "#server/context.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import * as integrations from "#server/store/formula-instance/integrations.ts";

/** The integrations of the caller's organization, by id and name. */
export async function list${pascal}({ db, caller: { organizationId } }: Context, { page }: { page: PageRequest }) {
  return mapPage(await integrations.list(db.prisma, organizationId, page), ({ id, name }) => ({ id, name }));
}
`,
      [`server/services/${kebab}/${kebab}.test.ts`]: `
import { afterAll, beforeAll, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
let other: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  [acme, other] = [await anOrganization(api.app), await anOrganization(api.app)];
});
afterAll(() => api.close());

test("an organization lists its own, page by page, and another one nothing of it", async () => {
  const create = (name: string) =>
    api.fetch("/integrations", { as: acme.administrator, method: "POST", body: { name } });
  const [one, two] = [(await create("one")).body, (await create("two")).body];
  const list = async (as: TestOrganization["viewer"], query = "") => (await api.fetch(\`/${kebab}\${query}\`, { as })).body;
  expect(await list(acme.viewer)).toEqual([
    { id: two.id, name: "two" },
    { id: one.id, name: "one" },
  ]);
  expect(await list(acme.viewer, "?pageSize=1")).toEqual([{ id: two.id, name: "two" }]);
  expect(await list(other.administrator)).toEqual([]);
});

test("without secrets it is 401", async () => {
  expect(await api.fetch("/${kebab}")).toMatchObject({ status: 401, body: { message: expect.any(String) } });
});
`,
      [`server/api/endpoints/${kebab}.ts`]: `
import { z } from "zod";
import { list${pascal} } from "#server/services/${kebab}/list-${kebab}.ts";
import { endpoint } from "../endpoint.ts";

const reply = z.array(z.object({ id: z.number().int(), name: z.string() }).meta({ id: "${pascal}" }));

export const ${camel}Endpoints = {
  list${pascal}: endpoint({
    method: "GET",
    path: "/${kebab}",
    auth: "platform",
    summary: "List ${label.toLowerCase()}",
    tags: ["${label}"],
    paged: true,
    reply,
    handle: (ctx, { page }) => list${pascal}(ctx, { page }),
  }),
};
`,
    },
    rows: [
      {
        file: "server/api/endpoints.ts",
        list: "NOUNS: Readonly<Record<string, Endpoint>>[] = [",
        item: `${camel}Endpoints`,
        from: `./endpoints/${kebab}.ts`,
      },
      {
        file: "server/api/openapi.ts",
        list: "TAGS: Record<string, string> = {",
        item: `"${label}": "${label} of an organization."`,
      },
      // No formula can be exposed under the path of an endpoint.
      { file: "server/formula/check.ts", list: "const RESERVED = new Set(\n  `", item: kebab, separator: " " },
    ],
    tests: [`server/services/${kebab}/${kebab}.test.ts`, "server/api/tenancy.test.ts", "server/api/openapi.test.ts"],
    next: [
      "Write the contract: everything that a client can know is in it. Validation, OpenAPI and the API reference follow from it.",
      "Write the test of the service with two organizations and a viewer, then the service. Its statements are in server/store.",
      "Ids in the path need an example in server/api/tenancy.test.ts, which requests every endpoint as another organization.",
      "Say in the description of the tag in server/api/openapi.ts what the group is about.",
    ],
  }),
};
