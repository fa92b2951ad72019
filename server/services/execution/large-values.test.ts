import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { heartbeat, releaseAll } from "#server/store/execution/execution-leases.ts";
import { contextOf } from "#server/testing/context-of.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { executionsWithFiles } from "#server/testing/value-files.ts";
import { recordRun } from "../formula-test/record-run.ts";
import { sweepRetention } from "../retention/sweep-retention.ts";
import { findInValue } from "./find-in-value.ts";
import { planRerun } from "./plan-rerun.ts";
import { readRun } from "./read-run.ts";
import { readRunStep, readValuePart } from "./read-run-step.ts";
import { readRunValues } from "./read-run-values.ts";
import { readStepInput } from "./read-step-input.ts";
import { rerunFrom } from "./run-again.ts";

const DAY_MS = 86_400_000;
const PATH = "/formulas/instances/executions";

let api: RunningApi;
let ctx: Context;
let provider: AProvider;
/** The response of the provider. */
let body = "";
let status = 200;

beforeAll(async () => {
  api = await aRunningApi();
  provider = await aProvider((_, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(body);
  });
  ctx = await contextOf(api.app, api.as.authorization);
});
afterEach(() => {
  vi.restoreAllMocks();
  api.app.at(undefined);
  status = 200;
});
afterAll(() => Promise.all([api.close(), provider.close()]));

/** A list of `count` rows, as a provider sends it. */
const rows = (count: number) => JSON.stringify(Array.from({ length: count }, (_, n) => ({ n, name: `Zoë "${n}"` })));

/** Calls the provider, and counts what it sent. */
const counting = (name: string) => ({
  name,
  engine: "v3",
  triggers: [{ type: "manual", onSuccess: ["load"] }],
  steps: [
    {
      name: "load",
      type: "httpRequest",
      properties: { method: "GET", url: `${provider.url}/rows` },
      onSuccess: ["count"],
    },
    { name: "count", type: "script", properties: { body: "done({ count: steps.load.response.body.length });" } },
  ],
});

/** A run that loaded `count` rows; its steps by name. */
async function aRun(count: number, name: string = randomUUID()) {
  body = rows(count);
  const { formulaId, formulaInstanceId } = await api.aRunnable(counting(name));
  const { id } = await api.run(formulaInstanceId);
  const { steps } = await readRun(ctx, id);
  const stepId = (wanted: string) => steps.find((step) => step.name === wanted)?.id ?? 0;
  return { id, formulaId, formulaInstanceId, load: stepId("load"), count: stepId("count"), body };
}

const get = (path: string, as = api.as) => api.fetch(`${PATH}${path}`, { as });
const stored = async (executionId: number) =>
  (
    await api.app.db.pool.query<{
      name: string;
      output: string;
      isInFile: boolean;
      bytes: number;
      sealed: string | null;
    }>(
      `select step_name as name, output, output_file is not null as "isInFile", pg_column_size(s.*)::int as bytes, sealed
       from step_execution s where execution_id = $1 order by seq`,
      [executionId],
    )
  ).rows;
const filesOf = async (id: number) => (await executionsWithFiles(api.app)).filter((one) => one === id).length;
const isSilent = () => Promise.reject(new Failure("unavailable", "The store is silent. Try again in a moment."));

describe("a value above 64 KB", () => {
  test("is in a file, and its row is small; all that read it find it there", async () => {
    const run = await aRun(20_000);
    const [, load, count] = await stored(run.id);
    expect([load?.isInFile, count?.isInFile]).toEqual([true, false]);
    expect(load?.bytes).toBeLessThan(8000);
    // A process of a version before files fails on what the row has instead.
    expect(() => JSON.parse(load?.output ?? "")).toThrow(SyntaxError);
    const values = (await get(`/steps/${run.load}/values`)).body;
    expect(values.find(({ key }: { key: string }) => key === "load.response.body").value).toBe(run.body);
    const [, listed] = (await get(`/${run.id}/steps?includeValues=true`)).body;
    expect(listed.stepExecutionValues).toEqual(values);
    expect((await api.stepsOf(run.id))[0]?.values).toEqual({ count: "20000" });
    const input = await readStepInput(ctx, run.count);
    expect(input).toMatchObject([{ key: "steps.load", length: expect.any(Number) }]);
    expect(await readRunValues(ctx, run.id)).toMatchObject({
      cut: ["load"],
      context: { steps: { count: { count: 20_000 } } },
    });
    const found = await findInValue(ctx, { stepExecutionId: run.load, key: "response.body", path: "[19999].name" });
    expect(found.text).toBe('Zoë "19999"');
  });

  test("is in its row up to 64 KB", async () => {
    const run = await aRun(1000);
    expect((await stored(run.id)).map(({ isInFile }) => isInFile)).toEqual([false, false, false]);
  });

  test("is shown from its beginning on, without being read as a whole", async () => {
    const run = await aRun(40_000);
    const read = vi.spyOn(api.app.valueFiles, "read");
    const step = await readRunStep(ctx, run.load);
    const shown = step.values.find(({ key }) => key === "response.body");
    expect(shown).toMatchObject({ length: run.body.length, value: run.body.slice(0, shown?.value.length) });
    expect(step.values.find(({ key }) => key === "response.code")?.value).toBe("200");
    const bytes = read.mock.calls.reduce((sum, [, range]) => sum + (range ? range.to - range.from : Number.NaN), 0);
    expect(bytes).toBeLessThanOrEqual(256 * 1024);
    let text = shown?.value ?? "";
    for (let next = shown?.next ?? null; next !== null; ) {
      const part = await readValuePart(ctx, { stepExecutionId: run.load, key: "response.body", from: next });
      text += part.text;
      next = part.next;
    }
    expect(text).toBe(run.body);
  });

  test("of a failed step leads to the likely cause, and its error is listed, without the file", async () => {
    status = 422;
    const run = await aRun(20_000);
    const read = vi.spyOn(api.app.valueFiles, "read");
    const { failure } = await readRun(ctx, run.id);
    expect(failure).toMatchObject({ stepName: "load", code: 422, providerMessage: expect.stringContaining("Zoë") });
    const errors = (await get(`/${run.id}/errors`)).body;
    expect(errors).toMatchObject([{ stepName: "load", stepExecutionValues: [{ key: "load.error" }] }]);
    expect(read.mock.calls.every(([, range]) => (range?.to ?? Number.NaN) < 16 * 1024)).toBe(true);
  });

  test("is redacted, and its exact copy is deleted when the run ends", async () => {
    const secret = "the-secret-of-the-run";
    body = JSON.stringify({ secret, rows: JSON.parse(rows(20_000)) });
    const remove = vi.spyOn(api.app.valueFiles, "remove");
    const { formulaInstanceId } = await api.aRunnable(
      {
        ...counting("Redacted"),
        configuration: [{ key: "password", name: "Password", type: "value", secret: true }],
      },
      { configuration: { password: secret } },
    );
    const { id, status: end } = await api.run(formulaInstanceId);
    expect(end).not.toBe("pending");
    await expect.poll(() => remove.mock.calls.length).toBe(1);
    const [, load] = await stored(id);
    expect(load).toMatchObject({ isInFile: true, sealed: null });
    const text = JSON.stringify((await get(`/${id}/steps?includeValues=true`)).body);
    expect(text).toContain("********");
    expect(text).not.toContain(secret);
  });

  test("becomes part of a test that is recorded from the run", async () => {
    const run = await aRun(5000);
    const recorded = await recordRun(ctx, { formulaId: run.formulaId, executionId: run.id, name: "With a file" });
    expect(JSON.stringify(recorded)).toContain("Zoë");
  });
});

describe("while the store for files does not respond", () => {
  test("a run continues with its values in rows", async () => {
    vi.spyOn(api.app.valueFiles, "put").mockResolvedValue(null);
    const run = await aRun(20_000);
    expect((await stored(run.id)).map(({ isInFile }) => isInFile)).toEqual([false, false, false]);
    expect((await api.stepsOf(run.id))[0]?.values).toEqual({ count: "20000" });
  });

  test("only values in files are missing, and their absence is said", async () => {
    const run = await aRun(20_000);
    vi.spyOn(api.app.valueFiles, "read").mockImplementation(isSilent);
    const { status: code, body: refusal } = await get(`/steps/${run.load}/values`);
    expect([code, refusal.message]).toEqual([503, expect.stringContaining("Try again")]);
    expect((await get(`/steps/${run.count}/values`)).status).toBe(200);
    expect((await get(`/${run.id}/steps`)).status).toBe(200);
    const { values } = await readRunStep(ctx, run.load);
    const text = values.find(({ key }) => key === "response.body");
    expect(text).toMatchObject({ value: "", length: run.body.length, unreadable: "later" });
    expect(values.find(({ key }) => key === "response.code")).toMatchObject({ value: "200" });
    expect(await readRun(ctx, run.id)).toMatchObject({ state: "success" });
    const again = rerunFrom(ctx, { stepExecutionId: run.count, revision: "ran" });
    await expect(again).rejects.toMatchObject({ kind: "unavailable" });
  });
});

describe("a run from a step on", () => {
  test("has files of its own, which outlive those of the first run", async () => {
    const run = await aRun(20_000);
    const sent = provider.requests.length;
    const { id } = await rerunFrom(ctx, { stepExecutionId: run.count, revision: "ran" });
    await expect.poll(async () => (await readRun(ctx, id)).state).toBe("success");
    expect(provider.requests.length).toBe(sent);
    expect((await stored(id)).map(({ isInFile }) => isInFile)).toEqual([false, true, false]);
    await api.app.db.pool.query("delete from execution where id = $1", [run.id]);
    api.app.at(new Date(Date.now() + 3 * DAY_MS));
    await sweepRetention(api.app);
    expect([await filesOf(run.id), await filesOf(id)]).toEqual([0, 1]);
    expect((await api.stepsOf(id)).find(({ stepName }) => stepName === "load")?.values["response.body"]).toBe(run.body);
  });

  test("may have another value, in a file as well; a long one cannot be edited", async () => {
    const run = await aRun(3000);
    const plan = await planRerun(ctx, { stepExecutionId: run.count });
    const value = plan.values.find(({ name }) => name === "load");
    const edited = JSON.stringify({ response: { body: [...JSON.parse(run.body), { n: "edited" }] } });
    const edits = [{ seq: value?.seq ?? 0, text: edited }];
    const { id } = await rerunFrom(ctx, { stepExecutionId: run.count, revision: "ran", edits });
    await expect.poll(async () => (await readRun(ctx, id)).state).toBe("success");
    expect((await api.stepsOf(id))[0]?.values).toEqual({ count: "3001" });
    expect((await stored(id))[1]?.isInFile).toBe(true);
    const long = await aRun(20_000);
    expect((await planRerun(ctx, { stepExecutionId: long.count })).values).toMatchObject([
      {},
      { name: "load", text: null },
    ]);
  });

  test("is not offered where the value held a secret", async () => {
    const run = await aRun(20_000);
    body = rows(20_000).replace("Zoë", "********");
    const masked = await api.run(run.formulaInstanceId);
    const { steps } = await readRun(ctx, masked.id);
    const last = steps.find(({ name }) => name === "count")?.id ?? 0;
    expect((await planRerun(ctx, { stepExecutionId: last })).cut).toMatchObject({
      stepName: "load",
      reason: "its output held a secret, which is not kept",
    });
  });
});

test("files of executions that were deleted are deleted, those of the last day and of executions to come are not", async () => {
  const run = await aRun(20_000);
  // The process that reserved this id died before it wrote a row.
  const never = await api.engine.nextId();
  const toCome = never + 1_000_000;
  const today = new Date().toISOString().slice(0, 10);
  for (const id of [never, toCome]) await api.app.valueFiles.put(`values/${today}/${id}/0-x`, "x");
  const left = () => Promise.all([run.id, never, toCome].map(filesOf));
  await sweepRetention(api.app);
  expect(await left()).toEqual([1, 1, 1]);
  api.app.at(new Date(Date.now() + 3 * DAY_MS));
  await sweepRetention(api.app);
  expect(await left()).toEqual([1, 0, 1]);
  await api.app.db.pool.query("delete from execution where id = $1", [run.id]);
  await sweepRetention(api.app);
  expect(await left()).toEqual([0, 0, 1]);
});

test("values stay in rows while a process of a version before runs, which cannot read files", async () => {
  const { pool } = api.app.db;
  const before = randomUUID();
  await pool.query("insert into runner (id, kind, alive_until) values ($1, 'web', now() + interval '1 hour')", [
    before,
  ]);
  await expect.poll(() => api.app.valueFiles.isShared).toBe(false);
  const run = await aRun(20_000);
  expect((await stored(run.id)).map(({ isInFile }) => isInFile)).toEqual([false, false, false]);
  // It does not find steps by ids that are computed, either.
  expect(run.load).toBeLessThan(2 ** 31);
  await pool.query("delete from runner where id = $1", [before]);
  await expect.poll(() => api.app.valueFiles.isShared).toBe(true);
});

test("a store for files is shared if all living processes name the same one", async () => {
  const { pool } = api.app.db;
  const own = await api.app.valueFiles.identify();
  const runnerId = randomUUID();
  const beat = (fileStore: string | null) =>
    heartbeat(pool, { runnerId, kind: "web", aliveMs: 1000, fileStore }).then(({ isShared }) => isShared);
  expect([await beat(own), await beat(randomUUID()), await beat(null), await beat(own)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  await releaseAll(pool, runnerId);
});

test("another organization reads no value of a file, and a row cannot name the file of another", async () => {
  const run = await aRun(20_000);
  const stranger = await anOrganization(api.app);
  for (const path of [`/steps/${run.load}/values`, `/${run.id}/steps?includeValues=true`, `/${run.id}/errors`])
    expect((await get(path, stranger.administrator)).status).toBe(404);
  const theirs = await contextOf(api.app, stranger.administrator.authorization);
  const part = { stepExecutionId: run.load, key: "response.body", from: 0 };
  await expect(readValuePart(theirs, part)).rejects.toMatchObject({ kind: "notFound" });
  const other = await aRun(20_000);
  await api.app.db.pool.query(
    `update step_execution s set output_file = o.output_file from step_execution o where s.id = $1 and o.id = $2`,
    [other.load, run.load],
  );
  expect((await get(`/steps/${other.load}/values`)).status).toBe(500);
});
