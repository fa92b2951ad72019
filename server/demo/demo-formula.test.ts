import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDemoProvider } from "#server/demo-provider/provider.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { seedDemo } from "./seed-demo.ts";

let api: RunningApi;
let provider: Server;
beforeAll(async () => {
  provider = createDemoProvider().listen(0);
  await once(provider, "listening");
  const { port } = provider.address() as AddressInfo;
  api = await aRunningApi({ allow: [`localhost:${port}`], env: { DEMO_PROVIDER_PORT: String(port) } });
});
afterAll(async () => {
  await api.close();
  provider.closeAllConnections();
  provider.close();
});

test("the printed command runs the demo formula, which queries the provider and returns the result", async () => {
  const { userSecret, organizationSecret, formulaInstanceId, args } = await seedDemo(api.app);
  const run = (body: unknown) =>
    api.fetch(`/formulas/instances/${formulaInstanceId}/executions`, {
      as: { authorization: `User ${userSecret}, Organization ${organizationSecret}` },
      method: "POST",
      headers: { prefer: "wait=30" },
      body,
    });
  const accepted = { accepted: true, customer: "Ada Lovelace", tier: "gold", total: 23.1 };
  expect((await run(args)).body).toMatchObject([{ status: "success", result: accepted }]);
  expect((await run({})).body).toMatchObject([{ status: "success", result: { accepted: false } }]);
});
