import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { onDatabase } from "#server/launch/on-database.ts";
import { aFaultyNetwork, type FaultyNetwork } from "#server/testing/faulty-network.ts";
import { aFormula } from "#server/testing/formulas.ts";
import { overNetwork } from "#server/testing/over-network.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { aWebProcess, type WebProcess } from "#server/testing/web-process.ts";

/** The network between a web process and its database fails; requests have a response within seconds, not never. */
const LIMIT_MS = 20_000;
const AT_ONCE = 24;

let api: RunningApi;
let network: FaultyNetwork;
let web: WebProcess;
let executions: string;
let formulaInstanceId: number;
beforeAll(async () => {
  api = await aRunningApi({ works: false });
  ({ formulaInstanceId } = await api.aRunnable(aFormula()));
  executions = `/formulas/instances/${formulaInstanceId}/executions`;
  const { hostname, port } = new URL(api.app.databaseUrl);
  network = await aFaultyNetwork(Number(port), hostname);
  web = await aWebProcess(overNetwork(api.app.databaseUrl, { hostname: "127.0.0.1", port: network.port }));
});
afterAll(async () => {
  await web.kill();
  network.close();
  await api.close();
});
beforeEach(async () => {
  network.restore();
  await expect.poll(async () => (await send("POST", executions)).status).toBe(200);
});

async function send(
  method: "GET" | "POST",
  path: string,
  { body = { n: 1 }, headers: others = {} }: { body?: object; headers?: Record<string, string> } = {},
) {
  const began = performance.now();
  const reply = await fetch(`${web.api}${path}`, {
    method,
    headers: { authorization: api.as.authorization, "content-type": "application/json", ...others },
    ...(method === "POST" && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(4 * LIMIT_MS),
  });
  const { status, headers } = reply;
  const { message } = (await reply.json()) as { message?: string };
  return { status, message, retryAfter: headers.get("retry-after"), ms: Math.round(performance.now() - began) };
}

const calls = () => [
  ...Array.from({ length: AT_ONCE }, () => send("POST", executions)),
  send("POST", executions, { headers: { prefer: "wait=50" } }),
  send("POST", "/formulas", { body: aFormula() }),
  send("GET", "/formulas"),
  send("GET", `/formulas/instances/${formulaInstanceId}/executions`),
];

const isReady = async () => (await fetch(`${new URL(web.api).origin}/readyz`)).status === 200;
const stored = () =>
  onDatabase(api.app.databaseUrl, async (client) => {
    const { rows } = await client.query("select count(*)::int as count from execution");
    return rows[0].count as number;
  });

test("a silent database: every request has a 503 with Retry-After, /readyz too, until it responds", async () => {
  network.silence("whole");
  const replies = await Promise.all(calls());
  const unavailable = { status: 503, message: "The service is temporarily unavailable. Try again.", retryAfter: "1" };
  for (const { ms, ...reply } of replies) {
    expect(reply).toEqual(unavailable);
    expect(ms).toBeLessThan(LIMIT_MS);
  }
  process.stdout.write(`503 after at most ${Math.max(...replies.map(({ ms }) => ms))} ms\n`);
  expect(await isReady()).toBe(false);
  const { ms, ...reply } = await send("POST", executions);
  expect(reply).toEqual(unavailable);
  network.restore();
  await expect.poll(isReady).toBe(true);
  expect((await send("POST", executions)).status).toBe(200);
});

test("connections that are silent while new ones work: no request hangs, and all work again", async () => {
  network.silence("open connections");
  const replies = await Promise.all(calls());
  for (const { status, ms } of replies) {
    expect([200, 503]).toContain(status);
    expect(ms).toBeLessThan(LIMIT_MS);
  }
  process.stdout.write(`responses after at most ${Math.max(...replies.map(({ ms }) => ms))} ms\n`);
  for (const { status } of await Promise.all(calls())) expect(status).toBe(200);
});

test("connections that are cut under load: what was acknowledged is there", async () => {
  const before = await stored();
  const sent = calls();
  network.cut();
  const replies = await Promise.all([...sent, ...calls()]);
  const acknowledged = replies.slice(0, AT_ONCE + 1).concat(replies.slice(sent.length, sent.length + AT_ONCE + 1));
  for (const { status } of replies) expect([200, 503]).toContain(status);
  const { length } = acknowledged.filter(({ status }) => status === 200);
  expect(await stored()).toBeGreaterThanOrEqual(before + length);
});
