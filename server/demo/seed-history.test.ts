import { afterAll, beforeAll, expect, test } from "vitest";
import { catalogFor } from "#server/catalog/registry.ts";
import { CREDENTIALS } from "#server/demo-provider/credentials.ts";
import { installCatalog } from "#server/services/element/install-catalog.ts";
import { listRuns } from "#server/services/execution/list-runs.ts";
import { readRun } from "#server/services/execution/read-run.ts";
import { aDemoProvider, type DemoProvider } from "#server/testing/demo-provider.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { seedConnections } from "./seed-connections.ts";
import { demoOrganization, seedDemo } from "./seed-demo.ts";
import { seedFormulas } from "./seed-formulas.ts";
import { seedHistory } from "./seed-history.ts";
import { isConnected, seedRevoked } from "./seed-revoked.ts";

let api: RunningApi;
let provider: DemoProvider;
let ctx: Awaited<ReturnType<typeof demoOrganization>>;

beforeAll(async () => {
  provider = await aDemoProvider();
  api = await aRunningApi({
    env: { DEMO_PROVIDER_PORT: new URL(provider.url).port },
    allow: ["127.0.0.1", "localhost"],
  });
  await installCatalog(api.app, catalogFor({ demoProviderUrl: provider.url }));
  await seedDemo(api.app);
  ctx = await demoOrganization(api.app);
  const { beacon, mail, oauth } = CREDENTIALS;
  const byClient = {
    "oauth.grant.type": "client_credentials",
    "oauth.api.key": oauth.clientId,
    "oauth.api.secret": oauth.clientSecret,
  };
  const [crm, courier, acme, depot] = await seedConnections(ctx, [
    { element: "demobeacon", name: "Beacon", configuration: { username: beacon.apiKey } },
    { element: "demomail", name: "Courier", configuration: { ...mail } },
    { element: "democrm", name: "Acme", configuration: byClient },
    { element: "demodocuments", name: "Depot", configuration: byClient },
  ]);
  const id = (connection: { id: number } | undefined) => connection?.id ?? 0;
  await seedFormulas(ctx, { beacon: id(crm), mail: id(courier), acme: id(acme), depot: id(depot) });
});
afterAll(() => Promise.all([api.close(), provider.close()]));

const everyRun = async () => (await listRuns(ctx, { page: { size: 100, after: undefined } })).items;

test("the demo has run for a week: most went well, some were refused, one was given up, one waits", async () => {
  await seedHistory(ctx);
  const runs = await everyRun();
  expect(runs).toHaveLength(45);
  const count = (state: string, isTrial: boolean) =>
    runs.filter((run) => run.state === state && run.isTrial === isTrial).length;
  expect({ success: count("success", false), failed: count("failed", false) }).toEqual({ success: 36, failed: 4 });
  expect([
    count("failed", true),
    count("success", true),
    count("cancelled", true),
    count("waitingRetry", true),
  ]).toEqual([2, 1, 1, 1]);
  const days = new Set(runs.map(({ startedAt }) => startedAt.slice(0, 10)));
  expect(days.size).toBeGreaterThanOrEqual(7);
  for (const { durationMs } of runs) expect(durationMs ?? 0).toBeLessThan(60_000);
  const words = runs.flatMap(({ error }) => error ?? []).join("\n");
  expect(words).toContain("the resource exists already");

  const failed = runs.find(({ state, isTrial }) => state === "failed" && !isTrial);
  const { steps, startedAt } = await readRun(ctx, failed?.id ?? 0);
  for (const step of steps) expect(Math.abs(Date.parse(step.startedAt) - Date.parse(startedAt))).toBeLessThan(60_000);
});

test("a second start adds nothing", async () => {
  const before = (await everyRun()).map(({ id }) => id);
  await seedHistory(ctx);
  expect((await everyRun()).map(({ id }) => id)).toEqual(before);
});

test("a connection whose access was revoked says so, and can be connected again", async () => {
  const revoked = {
    element: "demoaccounting",
    name: "Ledger",
    path: "/checks",
    configuration: { "oauth.api.key": CREDENTIALS.oauth.clientId, "oauth.api.secret": CREDENTIALS.oauth.clientSecret },
  };
  expect(await isConnected(ctx, revoked.element)).toBe(false);
  await seedRevoked(ctx, revoked, provider.consent);
  expect(await isConnected(ctx, revoked.element)).toBe(true);
  const found = await api.app.db.prisma.elementInstance.findFirst({ where: { name: "Ledger" } });
  expect(found?.valid).toBe(false);
});
