import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { aWorkerProcess, type WorkerProcess } from "#server/testing/worker-process.ts";
import { sweepRetention } from "../retention/sweep-retention.ts";

const ROWS = JSON.stringify(Array.from({ length: 20_000 }, (_, n) => ({ n })));
const DAY_MS = 86_400_000;

let api: RunningApi;
let provider: AProvider;
let folder: string;
let files: string;
let worker: WorkerProcess | undefined;
/** The provider responds to requests that change something when this resolves. */
let responding = Promise.withResolvers<void>();
/** The provider sends its rows when this resolves. */
let held: Promise<unknown> = Promise.resolve();
let formulaInstanceId: number;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "formulary-values-"));
  files = path.join(folder, "bulk");
  // This process executes nothing.
  api = await aRunningApi({ works: false, env: { DATA_DIR: folder } });
  provider = await aProvider((request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    if (request.method === "GET") void held.then(() => response.end(ROWS));
    else void responding.promise.then(() => response.end("{}"));
  });
  const call = (name: string, method: string, ...onSuccess: string[]) => ({
    ...{ name, type: "httpRequest", onSuccess },
    properties: { method, url: `${provider.url}/${name}` },
  });
  ({ formulaInstanceId } = await api.aRunnable({
    name: "Large values",
    engine: "v3",
    triggers: [{ type: "manual", onSuccess: ["load"] }],
    steps: [
      call("load", "GET", "send"),
      call("send", "POST", "count"),
      {
        name: "count",
        type: "script",
        properties: { body: "done({ count: steps.load.response.body.length, input: trigger.args.text?.length });" },
      },
    ],
  }));
});
afterAll(async () => {
  await worker?.kill();
  await api.close();
  await provider.close();
  await rm(folder, { recursive: true, force: true });
});

const accept = async (body: object = {}): Promise<number> => {
  const path = `/formulas/instances/${formulaInstanceId}/executions`;
  return (await api.fetch(path, { as: api.as, method: "POST", body })).body[0].id;
};
const start = () => aWorkerProcess(api.app.databaseUrl, { DATA_DIR: folder });
/** Resolves when all processes know that they share their store. */
async function shared(): Promise<void> {
  const beats = async () => {
    const text = `select count(distinct file_store)::int as stores, count(*) filter (where file_store is null)::int as without,
      min(alive_until) as first, max(alive_until) as last from runner where alive_until > now()`;
    return (await api.app.db.pool.query<{ stores: number; without: number; first: Date; last: Date }>(text)).rows[0];
  };
  await expect.poll(beats, until).toMatchObject({ stores: 1, without: 0 });
  const last = (await beats())?.last ?? new Date();
  await expect.poll(async () => ((await beats())?.first ?? 0) > last, until).toBe(true);
  // This process may not have received the response to its own yet.
  await expect.poll(() => api.app.valueFiles.isShared, until).toBe(true);
}
/** Kills the worker; its executions are taken over at once. */
async function crash(): Promise<void> {
  await worker?.kill();
  await api.app.db.pool.query("update runner set alive_until = now() - interval '1 second' where id <> $1", [
    api.engine.runnerId,
  ]);
}
const execution = async (id: number) =>
  (await api.fetch(`/formulas/instances/executions/${id}`, { as: api.as })).body as { status: string; error?: string };
const namesOf = async (id: number) => (await api.stepsOf(id)).map(({ stepName }) => stepName);
const filesOf = async (id: number): Promise<string[]> => {
  const days = await readdir(path.join(files, "values")).catch(() => []);
  const found = days.map((day) => readdir(path.join(files, "values", day, String(id))).catch(() => []));
  return (await Promise.all(found)).flat().filter((name) => !name.endsWith(".partial"));
};
/** Brings the store back that was moved elsewhere, without a file of an execution. */
async function bringBack({ without, name }: { without: number; name: string }): Promise<void> {
  const [day = ""] = await readdir(path.join(`${files}-elsewhere`, "values"));
  await rm(path.join(`${files}-elsewhere`, "values", day, String(without), name));
  await rm(files, { recursive: true, force: true });
  await rename(`${files}-elsewhere`, files);
}
/**
 * Accepts an execution that has a file when it is `ready`: on a busy machine, a process may find its store slow and use
 * rows.
 */
async function acceptWithFile(
  input: object,
  ready: (id: number) => Promise<void> = async () => {},
): Promise<{ id: number; file: string }> {
  for (;;) {
    await shared();
    const id = await accept(input);
    await ready(id);
    const [file] = await filesOf(id);
    if (file !== undefined) return { id, file };
  }
}
/** Resolves when the first step is recorded, which happens while the next one runs. */
const isLoaded = (id: number) => expect.poll(() => namesOf(id), until).toContain("load");
const until = { timeout: 60_000, interval: 20 };
const sent = (name: string) => provider.requests.filter(({ url }) => url === `/${name}`).length;

test("a process that is killed between a file and its row leaves a file, and no value is lost", async () => {
  responding.resolve();
  worker = await start();
  await shared();
  const session = new pg.Client({ connectionString: api.app.databaseUrl });
  await session.connect();
  const gate = Promise.withResolvers<void>();
  held = gate.promise;
  const id = await accept();
  await expect.poll(() => sent("load"), until).toBe(1);
  await session.query("begin; lock table step_execution in share row exclusive mode");
  gate.resolve();
  await expect.poll(() => filesOf(id), until).toHaveLength(1);
  const [orphan] = await filesOf(id);
  await crash();
  await session.query("rollback");
  await session.end();
  worker = await start();
  await expect.poll(() => execution(id), until).toMatchObject({ status: "success" });
  const steps = await api.stepsOf(id);
  expect(steps.find(({ stepName }) => stepName === "load")?.values["response.body"]).toBe(ROWS);
  expect(steps.find(({ stepName }) => stepName === "count")?.values).toEqual({ count: "20000" });
  expect(await filesOf(id)).toContain(orphan);
  await api.app.db.pool.query("delete from execution where id = $1", [id]);
  api.app.at(new Date(Date.now() + 3 * DAY_MS));
  await sweepRetention(api.app);
  api.app.at(undefined);
  expect(await filesOf(id)).toEqual([]);
});

test("a run that is taken over waits for a store that is not there, and repeats no step", async () => {
  responding = Promise.withResolvers();
  worker ??= await start();
  const { id: kept } = await acceptWithFile({}, isLoaded);
  const { id: lost, file: name } = await acceptWithFile({}, isLoaded);
  const loaded = sent("load");
  await crash();
  await rename(files, `${files}-elsewhere`);
  worker = await start();
  const lines: string[] = [];
  worker.child.stdout?.on("data", (text) => lines.push(String(text)));
  await expect.poll(() => lines.join("").split("waits for the store for files").length, until).toBe(3);
  responding.resolve();
  expect([(await execution(kept)).status, (await execution(lost)).status]).toEqual(["pending", "pending"]);
  await bringBack({ without: lost, name });
  await expect.poll(() => execution(kept), until).toMatchObject({ status: "success" });
  expect((await api.stepsOf(kept))[0]?.values).toEqual({ count: "20000" });
  await expect
    .poll(async () => await execution(lost), until)
    .toMatchObject({
      status: "failed",
      error: expect.stringContaining("is not in the store for files any more"),
    });
  expect(sent("load")).toBe(loaded);
});

test("a run that is taken over has its input; an accepted one waits for the file of its input, and fails if it is gone", async () => {
  const input = { text: "x".repeat(100_000) };
  responding = Promise.withResolvers();
  worker ??= await start();
  const { id: taken } = await acceptWithFile(input, isLoaded);
  await crash();
  worker = undefined;
  const { id: kept } = await acceptWithFile(input);
  const { id: lost, file: name } = await acceptWithFile(input);
  await rename(files, `${files}-elsewhere`);
  worker = await start();
  const running = "select count(*)::int as held from execution where id = any($1) and runner_id is not null";
  const held = async () => (await api.app.db.pool.query(running, [[taken, kept, lost]])).rows[0].held;
  await expect.poll(held, until).toBe(3);
  responding.resolve();
  expect([(await execution(kept)).status, (await execution(lost)).status]).toEqual(["pending", "pending"]);
  await bringBack({ without: lost, name });
  for (const id of [taken, kept]) {
    await expect.poll(() => execution(id), until).toMatchObject({ status: "success" });
    expect((await api.stepsOf(id))[0]?.values).toEqual({ count: "20000", input: "100000" });
  }
  await expect
    .poll(async () => await execution(lost), until)
    .toMatchObject({
      status: "failed",
      error: expect.stringContaining("The input of the execution is not in the store"),
    });
});
