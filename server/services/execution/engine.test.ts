import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { claimWaiting } from "#server/store/execution/execution-leases.ts";
import { anExecution } from "#server/testing/executions.ts";
import { aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { takeOverExecutions } from "./take-over-executions.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await aRunningApi({ unusedMs: 300 });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => api.close());

/** Makes the database refuse statements that contain these words, this number of times. */
function refusing(...refusals: { words: string; times: number }[]) {
  const { pool } = api.app.db;
  const query = pool.query.bind(pool) as (statement: unknown, values?: unknown) => Promise<unknown>;
  vi.spyOn(pool, "query").mockImplementation(((statement: string | { text: string }, values?: unknown) => {
    const text = typeof statement === "string" ? statement : statement.text;
    const refusal = refusals.find(({ words, times }) => times > 0 && text.includes(words));
    if (!refusal) return query(statement, values);
    refusal.times--;
    return Promise.reject(new Error("Connection terminated unexpectedly"));
  }) as typeof pool.query);
  return refusals;
}

/** Makes this number of transactions fail before they begin; single statements pass. */
function refusingTransactions(times: number) {
  const { pool } = api.app.db;
  const connect = pool.connect.bind(pool) as (done?: unknown) => unknown;
  let left = times;
  vi.spyOn(pool, "connect").mockImplementation(((done?: unknown) => {
    if (done !== undefined || left-- <= 0) return connect(done);
    return Promise.reject(new Error("Connection terminated unexpectedly"));
  }) as typeof pool.connect);
}

const hello = {
  name: "Hello",
  triggers: [{ type: "manual", onSuccess: ["a"] }],
  steps: [{ name: "a", type: "script", properties: { body: "done({ a: 1 });" } }],
};

const start = async (formulaInstanceId: number): Promise<number> =>
  (await api.fetch(`/formulas/instances/${formulaInstanceId}/executions`, { as: api.as, method: "POST", body: {} }))
    .body[0].id;

const columnOf = async (column: "runner_id" | "lease_epoch", id: number) =>
  (await api.app.db.queries.query(`select ${column} as value from execution where id = $1`, [id])).rows[0]?.value;
const holderOf = (id: number) => columnOf("runner_id", id);
const epochOf = (id: number) => columnOf("lease_epoch", id);

async function untilEnded(id: number) {
  for (;;) {
    const { body } = await api.fetch(`/formulas/instances/executions/${id}`, { as: api.as });
    if (body.status !== "pending") return body;
    await pause(20);
  }
}

/** Loses the response to the next statement that contains these words. */
function losing(words: string) {
  const { pool } = api.app.db;
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<{ rows?: unknown[] }>;
  const lost = { rows: 0 };
  vi.spyOn(pool, "query").mockImplementation((async (statement: string | { text: string }, ...given: unknown[]) => {
    const reply = await query(statement, ...given);
    const text = typeof statement === "string" ? statement : statement.text;
    if (lost.rows > 0 || !text.includes(words) || !reply.rows?.length) return reply;
    lost.rows = reply.rows.length;
    throw new Error("Connection terminated unexpectedly");
  }) as typeof pool.query);
  return lost;
}

test("an execution whose claim had no response is released and runs, and no other is disturbed", async () => {
  const { formulaInstanceId } = await api.aRunnable({ ...hello, name: "Claimed in vain" });
  const provider = await aProvider((_, response) => setTimeout(() => response.end("{}"), 1500));
  const request = { name: "a", type: "httpRequest", properties: { method: "GET", url: provider.url } };
  const slow = { ...hello, name: "Slow", steps: [request] };
  const other = await api.aRunnable(slow);
  const running = await start(other.formulaInstanceId);
  await expect.poll(() => holderOf(running)).toBe(api.engine.runnerId);
  const lost = losing("select r.*, e.id");
  const id = await start(formulaInstanceId);
  expect(await untilEnded(id)).toMatchObject({ status: "success" });
  expect(lost.rows).toBe(1);
  expect(await untilEnded(running)).toMatchObject({ status: "success" });
  expect(await epochOf(id)).toBeGreaterThan(1);
  expect(await epochOf(running)).toBe(1);
  expect(provider.requests).toHaveLength(1);
  await provider.close();
});

test("an execution is given back after a fault, however long the database stays away meanwhile", async () => {
  const { formulaInstanceId } = await api.aRunnable({ ...hello, name: "Given back" });
  const real = api.app.db.prisma.$queryRaw;
  const lost = vi.spyOn(api.app.db.prisma, "$queryRaw");
  lost.mockImplementationOnce((() => Promise.reject(new Error("Connection terminated"))) as unknown as typeof real);
  const [release] = refusing({ words: "deaths = deaths + $3", times: 2 });
  expect((await untilEnded(await start(formulaInstanceId))).status).toBe("success");
  expect(release?.times).toBe(0);
});

test("a row that can never be stored is refused, and the others of its batch are written", async () => {
  const { formulaInstanceId } = await api.aRunnable({ ...hello, name: "Beside a refused one" });
  const { engine, db } = api.app;
  const instance = await db.prisma.formulaInstance.findUniqueOrThrow({ where: { id: formulaInstanceId } });
  const runnable = await db.findRunnable({ organizationId: instance.organizationId, formulaInstanceId });
  if (!runnable) throw new Error("There is no such formula instance.");
  const run = { runnable, trigger: { type: "manual", args: {} }, triggerType: "manual" };
  const [refused, untyped, accepted] = await Promise.allSettled([
    engine.accept({ ...run, cause: randomBytes(4000).toString("hex") }),
    engine.accept({ ...run, triggerType: undefined as unknown as string, cause: "untyped" }),
    engine.accept({ ...run, cause: "short" }),
  ]);
  expect(refused).toMatchObject({ status: "rejected", reason: { code: "54000" } });
  expect(untyped).toMatchObject({ status: "rejected", reason: expect.any(TypeError) });
  expect(accepted).toMatchObject({ status: "fulfilled", value: expect.any(Number) });
});

test("returns an end that is on disk even when the notification fails, which is retried later", async () => {
  const { formulaInstanceId } = await api.aRunnable({
    ...hello,
    steps: [{ name: "a", type: "script", properties: { body: "throw 'broken';" } }],
  });
  const errors = async () =>
    (await api.fetch(`/formulas/instances/${formulaInstanceId}`, { as: api.as })).body.numberConsecutiveErrors;
  refusingTransactions(1);
  expect(await api.run(formulaInstanceId)).toMatchObject({ status: "failed", error: "broken" });
  expect(await errors()).toBe(0);

  await api.app.db.pool.query("update execution set updated_at = updated_at - interval '6 seconds' where unnotified");
  await Promise.all([api.tick(), api.tick()]);
  expect(await errors()).toBe(1);
});

test("an execution that stopped its process three times is not run a fourth time", async () => {
  const { formulaInstanceId } = await api.aRunnable({ ...hello, name: "Poisoned" });
  const instance = await api.app.db.prisma.formulaInstance.findUniqueOrThrow({ where: { id: formulaInstanceId } });
  const { executionId } = await anExecution(
    api.app,
    { ...instance, formula: { id: instance.formulaId } },
    { status: "queued" },
  );
  const { pool } = api.app.db;
  const claim = () => claimWaiting(pool, { runnerId: api.engine.runnerId, limit: 1, alone: true });
  const died = (times: number) =>
    pool.query("update execution set status = 'pending', runner_id = null, deaths = $2 where id = $1", [
      executionId,
      times,
    ]);
  await died(2);
  expect((await claim()).map(({ id }) => id)).toEqual([executionId]);
  await died(3);
  expect(await claim()).toEqual([]);
  await takeOverExecutions(api.app);
  await expect(untilEnded(executionId)).resolves.toMatchObject({ status: "failed" });
});

test("a run that is cancelled while a step waits to retry is no fault of the engine", async () => {
  const provider = await aProvider((_, response) => response.writeHead(503).end());
  const [errors, notes] = [vi.spyOn(api.app.log, "error"), vi.spyOn(api.app.log, "info")];
  const properties = { method: "GET", url: `${provider.url}/`, retry: true, retryDelay: 60_000 };
  const { formulaInstanceId } = await api.aRunnable({
    ...hello,
    steps: [{ name: "a", type: "httpRequest", properties }],
  });
  const id = await start(formulaInstanceId);
  await vi.waitFor(() => expect(provider.requests).toHaveLength(1));
  const path = `/formulas/instances/executions/${id}`;
  await api.fetch(path, { as: api.as, method: "PATCH", body: { status: "cancelled" } });
  await vi.waitFor(() =>
    expect(notes).toHaveBeenCalledWith(expect.objectContaining({ executionId: id }), "execution left"),
  );
  expect((await untilEnded(id)).status).toBe("cancelled");
  expect(errors).not.toHaveBeenCalled();
  await provider.close();
});
