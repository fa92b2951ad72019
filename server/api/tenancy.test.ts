import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formulaRefusals } from "#server/formula/check.ts";
import { formulaSchema } from "#server/formula/shape.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anExecution } from "#server/testing/executions.ts";
import { aScheduledFormula } from "#server/testing/formulas.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import { ROUTES } from "./routes.ts";

const endpoints = ROUTES.map(({ endpoint }) => endpoint);
const platform = endpoints.filter(({ auth }) => auth === "platform");
const title = ({ method, path }: AnyEndpoint) => `${method} ${path}`;
const named = (list: AnyEndpoint[]) => list.map((endpoint) => [title(endpoint), endpoint] as const);

let api: TestApi;
let acme: TestOrganization;
let other: TestOrganization;
let [owner, sibling] = [] as TestOrganization["viewer"][];
let ids: Record<string, string | number>;

/** Everything belongs to a user of an account that is not the default one, so that a sibling account is an outsider. */
beforeAll(async () => {
  api = await anApi();
  [acme, other] = [await anOrganization(api.app), await anOrganization(api.app)];
  owner = await acme.aColleague({ role: "administrator" });
  sibling = await acme.aColleague({ role: "administrator" });
  const post = async (path: string, body: unknown) => (await api.fetch(path, { as: owner, method: "POST", body })).body;
  const formula = await post("/formulas", aScheduledFormula({ configuration: [{ key: "a", required: false }] }));
  const instance = await post(`/formulas/${formula.id}/instances`, { name: "i" });
  const { executionId, stepExecutionId } = await anExecution(api.app, instance);
  const [job] = (await api.fetch("/jobs", { as: owner })).body;
  ids = {
    formulaId: formula.id,
    stepId: formula.steps[0].id,
    triggerId: formula.triggers[0].id,
    configurationId: formula.configuration[0].id,
    formulaInstanceId: instance.id,
    executionId,
    stepExecutionId,
    jobId: job.id,
    accountId: owner.accountId,
    entityId: formula.id,
    integrationId: (await post("/integrations", { name: "bundle" })).id,
    emailOrId: owner.id,
  };
});
afterAll(() => api.close());

/** A body that every endpoint accepts: each takes its fields and drops the others. */
const bodyOf = ({ method, path }: AnyEndpoint) =>
  method === "GET"
    ? undefined
    : {
        name: "x",
        key: "x",
        status: "cancelled",
        type: path.includes("triggers") ? "manual" : path.includes("configuration") ? "value" : "script",
      };
const pathOf = ({ path, query }: AnyEndpoint) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name])) +
  ("shape" in query && "topics[]" in (query.shape as object) ? "?topics[]=x" : "");
const call = (endpoint: AnyEndpoint, as?: TestOrganization["viewer"]) =>
  api.fetch(pathOf(endpoint), { as, method: endpoint.method, body: bodyOf(endpoint) });

test.each(named(endpoints.filter(({ auth }) => auth !== "none")))("%s without secrets is 401", async (_, endpoint) => {
  const reply = await call(endpoint);
  expect(reply.status).toBe(401);
  expect(reply.body).toEqual({ message: expect.any(String), requestId: reply.headers.get("elements-request-id") });
});

const withIds = platform.filter(({ path }) => path.includes("{"));

test("every id of every path is known to this test", () => {
  const names = new Set(withIds.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)));
  expect(Object.keys(ids).sort()).toEqual([...names].sort());
});

test.each(named(withIds.filter(({ method }) => method === "GET")))("%s: its owner reads it", async (_, endpoint) => {
  expect((await call(endpoint, owner)).status).toBe(200);
});

describe("A11: what belongs to another organisation is as if it were not there", () => {
  test.each(named(withIds))("%s", (_, endpoint) => expectNothing(endpoint, other.administrator));

  test.each(named(platform.filter(({ paged, path }) => paged && !path.includes("{"))))(
    "%s lists nothing of it",
    async (_, endpoint) => {
      const reply = await call(endpoint, other.administrator);
      expect([reply.status, reply.body]).toEqual([200, []]);
    },
  );
});

describe("what belongs to a sibling account is as if it were not there (contract §1.10)", () => {
  /** Integrations are the organisation's. */
  const ofAccounts = withIds.filter(({ path }) => !path.startsWith("/integrations/"));
  test.each(named(ofAccounts))("%s", (_, endpoint) => expectNothing(endpoint, sibling));
});

async function expectNothing(endpoint: AnyEndpoint, outsider: TestOrganization["viewer"] | undefined) {
  const before = await everything();
  const reply = await call(endpoint, outsider);
  if (endpoint.path.startsWith("/audit-logs/")) expect([reply.status, reply.body]).toEqual([200, []]);
  else expect(reply.status, reply.text).toBe(404);
  expect(await everything()).toEqual(before);
}

test("a viewer changes nothing, by no route", async () => {
  const before = await everything();
  for (const endpoint of platform.filter(({ method }) => method !== "GET")) {
    expect((await call(endpoint, acme.viewer)).status, title(endpoint)).toBe(403);
  }
  expect(await everything()).toEqual(before);
});

test("no formula can be offered under a path of the platform's own", () => {
  for (const { path } of endpoints) {
    const uri = `/${path.split("/")[1]}`;
    const formula = formulaSchema.parse({ name: "x", method: "GET", uri });
    expect(formulaRefusals(formula), uri).toHaveLength(1);
  }
});

/** Whatever of acme a call could have changed. */
async function everything() {
  const { prisma } = api.app.db;
  const where = { organizationId: acme.id };
  return Promise.all([
    prisma.formula.findMany({ where }),
    prisma.formulaInstance.findMany({ where }),
    prisma.schedule.findMany({ where }),
    prisma.execution.findMany({ where }),
    prisma.integration.findMany({ where }),
    prisma.auditEntry.count({ where }),
  ]);
}
