import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { freePort } from "#server/launch/ports.ts";
import { aRouterProcess } from "#server/testing/router-process.ts";
import { INHERITED_ENV } from "#server/testing/worker-process.ts";

const CELL_KEY = "a key of at least thirty-two characters";
const RUN = fileURLToPath(new URL("../launch/run.mjs", import.meta.url));

test.each([
  [{ CELL_KEY }, "CELLS: is required"],
  [{ CELLS: "one=http://127.0.0.1:1" }, "CELL_KEY: is required"],
  [{ CELLS: "one=http://127.0.0.1:1", CELL_KEY: "short" }, "CELL_KEY: must have at least 32 characters"],
  [{ CELLS: "one=ftp://127.0.0.1", CELL_KEY }, "CELLS: must be name=http://host:port"],
])("a router with the settings %j ends with one line", (env, line) => {
  const variables = { NODE_ENV: "production", ...INHERITED_ENV, ...env } as const;
  const { status, stderr } = spawnSync(process.execPath, [RUN, "router"], { env: variables });
  expect(status).toBe(1);
  expect(stderr.toString()).toMatch(/^Environment: .*\n$/);
  expect(stderr.toString()).toContain(line);
});

test("a router reports its health and metrics, and finishes its requests when it is stopped", async () => {
  let finish = () => {};
  const cell = createServer((request, response) => {
    if (request.url === "/docs/slow") finish = () => response.end("finished");
    else response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(cell, "listening");
  const address = `http://127.0.0.1:${(cell.address() as AddressInfo).port}`;
  const [port, healthPort] = [await freePort(), await freePort()];
  const router = await aRouterProcess(port, {
    CELLS: `one=${address},two=http://127.0.0.1:1`,
    CELL_KEY,
    HEALTH_PORT: String(healthPort),
  });
  const statusOf = async (path: string) => (await fetch(`${router.origin}${path}`)).status;
  expect([await statusOf("/livez"), await statusOf("/readyz"), await statusOf("/metrics")]).toEqual([200, 200, 404]);
  expect(await statusOf("/docs")).toBe(200);
  const metrics = await (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text();
  expect(metrics).toContain('formulary_routed_total{cell="one",status="2xx"} 1');
  expect(metrics).toMatch(/formulary_cell_silent\{cell="two"\} [01]/);

  const slow = fetch(`${router.origin}/docs/slow`).then((reply) => reply.text());
  await expect.poll(() => finish.toString()).toContain("finished");
  const stopped = router.stop();
  await expect.poll(() => statusOf("/readyz")).toBe(503);
  finish();
  expect(await slow).toBe("finished");
  expect(await stopped).toBe(0);
  cell.closeAllConnections();
  cell.close();
});
