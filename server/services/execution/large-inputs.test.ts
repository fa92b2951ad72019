import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { createS3Files } from "#server/outside/files/s3-files.ts";
import { createValueFiles } from "#server/outside/files/value-files.ts";
import { aBucket } from "#server/testing/bucket.ts";
import { contextOf } from "#server/testing/context-of.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { executionsWithFiles } from "#server/testing/value-files.ts";
import { recordRun } from "../formula-test/record-run.ts";
import { sweepRetention } from "../retention/sweep-retention.ts";
import { findInValue } from "./find-in-value.ts";
import { planRerun } from "./plan-rerun.ts";
import { readRun, readRunInput } from "./read-run.ts";
import { readRunStep, readValuePart } from "./read-run-step.ts";
import { readRunValues } from "./read-run-values.ts";
import { readStepInput } from "./read-step-input.ts";
import { replay, rerunFrom } from "./run-again.ts";

const DAY_MS = 86_400_000;
const PATH = "/formulas/instances/executions";
const LINE = 'a line of "text", ä and 😀';

let api: RunningApi;
let ctx: Context;

beforeAll(async () => {
  api = await aRunningApi();
  ctx = await contextOf(api.app, api.as.authorization);
});
afterEach(() => {
  vi.restoreAllMocks();
  api.app.at(undefined);
});
afterAll(() => api.close());

const script = (name: string, body: string, ...onSuccess: string[]) => ({
  ...{ name, type: "script", properties: { body } },
  onSuccess,
});
/** How many lines a script writes for this many items: the first 200 are kept. */
const linesFor = (count: number) => Math.min(count / 50, 195);
const PRINTED = LINE.repeat(70);
/** Writes to the console, and counts the items of the input. */
const PRINT = `const { items } = trigger.args;
  for (let n = 0; n < Math.min(items.length / 50, 195); n++) console.log(items[n].text.repeat(70));`;
const counting = (trigger: object = { type: "manual" }) => ({
  name: randomUUID(),
  engine: "v3",
  triggers: [{ ...trigger, onSuccess: ["write"] }],
  steps: [
    script("write", `${PRINT} done({ short: "yes" });`, "count"),
    script("count", "done({ count: trigger.args.items.length, lines: steps.write.console.length });"),
  ],
});
const inputOf = (count: number) => ({ items: Array.from({ length: count }, () => ({ text: LINE })) });

/** A run with `count` items; its steps by name. */
async function aRun(count: number) {
  const { formulaId, formulaInstanceId } = await api.aRunnable(counting());
  const input = inputOf(count);
  const run = await api.run(formulaInstanceId, input);
  const { steps } = await readRun(ctx, run.id);
  const stepId = (wanted: string) => steps.find((step) => step.name === wanted)?.id ?? 0;
  const ids = { trigger: stepId("trigger"), write: stepId("write"), count: stepId("count") };
  return { ...run, ...ids, formulaId, formulaInstanceId, input: JSON.stringify(input), console: linesOf(count) };
}
const linesOf = (count: number) => JSON.stringify(Array.from({ length: linesFor(count) }, () => PRINTED));

const get = (path: string, as = api.as) => api.fetch(`${PATH}${path}`, { as });
const textOf = (values: { key: string; value: string }[], key: string) =>
  values.find((value) => value.key === key)?.value;
type Stored = { trigger: string; inputIsInFile: boolean; consolesInFiles: number; bytes: number };
const stored = async (executionId: number) =>
  (
    await api.app.db.pool.query<Stored>(
      `select trigger, trigger_file is not null as "inputIsInFile",
         (select count(*)::int from step_execution where execution_id = $1 and notes_file is not null) as "consolesInFiles",
         pg_column_size(e.*)::int + (select sum(pg_column_size(s.*))::int from step_execution s where execution_id = $1) as bytes
       from execution e where id = $1`,
      [executionId],
    )
  ).rows[0];
const filesOf = async (id: number) => (await executionsWithFiles(api.app)).filter((one) => one === id).length;
const isSilent = () => Promise.reject(new Failure("unavailable", "The store is silent. Try again in a moment."));
const ended = (id: number) => expect.poll(async () => (await readRun(ctx, id)).state).toBe("success");

describe("an input and a console output above 64 KB", () => {
  test("are in files, and their rows are small; all that read them find them there", async () => {
    const run = await aRun(10_000);
    expect(run).toMatchObject({ status: "success", result: { count: 10_000, lines: 195 } });
    const row = await stored(run.id);
    expect(row).toMatchObject({ inputIsInFile: true, consolesInFiles: 1 });
    expect(row?.bytes).toBeLessThan(8000);
    // A process of a version before files fails on what the row has instead.
    expect(() => JSON.parse(row?.trigger ?? "")).toThrow(SyntaxError);
    const [input, written] = await Promise.all([run.trigger, run.write].map((id) => get(`/steps/${id}/values`)));
    expect(textOf(input?.body, "trigger.args")).toBe(run.input);
    expect(written?.body).toMatchObject([
      { key: "write.short", value: "yes" },
      { key: "write.console", value: run.console },
    ]);
    const listed = (await get(`/${run.id}/steps?includeValues=true`)).body;
    expect(listed[2].stepExecutionValues).toEqual(input?.body);
    expect(listed[1].stepExecutionValues).toEqual(written?.body);
    expect(JSON.parse((await readRunInput(ctx, run.id)).input)).toMatchObject({ args: JSON.parse(run.input) });
    const received = await readStepInput(ctx, run.count);
    expect(received.map(({ key }) => key)).toEqual(["trigger", "steps.write"]);
    const { cut, context } = await readRunValues(ctx, run.id);
    expect([cut, context.trigger, context.steps.write]).toEqual([[], {}, { short: "yes" }]);
    const found = await findInValue(ctx, { stepExecutionId: run.trigger, key: "args", path: "items[9999].text" });
    expect(found.text).toBe(LINE);
  });

  test("are found by the worker that runs what was accepted", async () => {
    const { formulaInstanceId } = await api.aRunnable(counting());
    const path = `/formulas/instances/${formulaInstanceId}/executions`;
    const [{ id }] = (await api.fetch(path, { as: api.as, method: "POST", body: inputOf(10_000) })).body;
    await ended(id);
    expect(await stored(id)).toMatchObject({ inputIsInFile: true, consolesInFiles: 1 });
    expect((await api.stepsOf(id))[0]?.values).toEqual({ count: "10000", lines: "195" });
  });

  test("are in their rows up to 64 KB", async () => {
    const put = vi.spyOn(api.app.valueFiles, "put");
    const run = await aRun(1000);
    expect(await stored(run.id)).toMatchObject({ inputIsInFile: false, consolesInFiles: 0 });
    expect(put).not.toHaveBeenCalled();
  });

  test("are shown from their beginning on, without being read as a whole", async () => {
    const run = await aRun(20_000);
    const read = vi.spyOn(api.app.valueFiles, "read");
    for (const [stepExecutionId, key, whole] of [
      [run.trigger, "args", run.input],
      [run.write, "console", run.console],
    ] as const) {
      const shown = (await readRunStep(ctx, stepExecutionId)).values.find((value) => value.key === key);
      expect(shown).toMatchObject({ length: whole.length, value: whole.slice(0, shown?.value.length) });
      const bytes = read.mock.calls.reduce((sum, [, range]) => sum + (range ? range.to - range.from : Number.NaN), 0);
      expect(bytes).toBeLessThanOrEqual(256 * 1024);
      let text = shown?.value ?? "";
      for (let next = shown?.next ?? null; next !== null; ) {
        const part = await readValuePart(ctx, { stepExecutionId, key, from: next });
        text += part.text;
        next = part.next;
      }
      expect(text).toBe(whole);
      read.mockClear();
    }
  });

  test("beside an output in a file, or one that could be taken for a part of it", async () => {
    const outputs = ['"x".repeat(100_000)', '"\\0notes 0"', '"\\0" + "0"'];
    for (const output of outputs) {
      const body = `for (let n = 0; n < 100; n++) console.log("line ".repeat(200)); done({ text: ${output} });`;
      const { formulaInstanceId } = await api.aRunnable({ ...counting(), steps: [script("write", body)] });
      const { id } = await api.run(formulaInstanceId);
      expect(await stored(id)).toMatchObject({ consolesInFiles: 1 });
      const [write] = await api.stepsOf(id);
      const text = new Function(`return ${output}`)();
      expect(write?.values.text).toBe(text);
      expect(JSON.parse(String(write?.values.console))).toHaveLength(100);
      const { steps } = await readRun(ctx, id);
      const { values } = await readRunStep(ctx, steps[1]?.id ?? 0);
      expect(values).toMatchObject([
        { key: "text", value: text },
        { key: "console", value: expect.stringContaining("line line") },
      ]);
    }
  });

  test("of a run of an event or a request is read by its values, and says what the run is about", async () => {
    const steps = [script("write", "done({});")];
    const body = { text: "x".repeat(100_000) };
    const properties = { elementInstanceId: "${config.crm}", method: "POST", api: "/contacts" };
    const event = { objectType: "contacts", objectId: "7", eventType: "CREATED", body };
    const request = { method: "POST", path: "/contacts", headers: { authorization: "Bearer secret" }, body };
    for (const [trigger, payload, about, key] of [
      [
        { type: "event", properties: {} },
        { message: { instance_id: 1, events: [event] } },
        "contacts 7",
        "trigger.event",
      ],
      [
        { type: "elementRequest", properties },
        { request, response: { code: 200, body: {} } },
        "POST /contacts",
        "trigger.request.body",
      ],
    ] as const) {
      const { formulaInstanceId } = await api.aRunnable({ ...counting(trigger), steps });
      const { id } = await api.run(formulaInstanceId, payload);
      expect(await stored(id)).toMatchObject({ inputIsInFile: true });
      const read = vi.spyOn(api.app.valueFiles, "read");
      const { about: shown, steps: ran } = await readRun(ctx, id);
      expect(shown).toBe(about);
      expect(read).not.toHaveBeenCalled();
      read.mockRestore();
      const values = (await get(`/steps/${ran[0]?.id}/values`)).body;
      expect(textOf(values, key)).toContain(body.text);
      const { input } = await readRunInput(ctx, id);
      expect(input).not.toContain("Bearer secret");
    }
  });

  test("are redacted: the file with a secret is replaced when the run ends", async () => {
    const secret = "the-secret-of-the-run";
    const configuration = [{ key: "password", name: "Password", type: "value", secret: true }];
    const remove = vi.spyOn(api.app.valueFiles, "remove");
    const body = `${PRINT} console.log(config.password); done({});`;
    const formula = { ...counting(), configuration, steps: [script("write", body)] };
    const { formulaInstanceId } = await api.aRunnable(formula, { configuration: { password: secret } });
    const { id } = await api.run(formulaInstanceId, { ...inputOf(4000), secret });
    // The exact outcome and the original input.
    await expect.poll(() => remove.mock.calls.length).toBe(2);
    expect(await stored(id)).toMatchObject({ inputIsInFile: true, consolesInFiles: 1 });
    const text = JSON.stringify((await get(`/${id}/steps?includeValues=true`)).body);
    expect(text).toContain("********");
    expect(text).not.toContain(secret);
    expect((await readRunInput(ctx, id)).input).not.toContain(secret);
  });

  test("become part of a test that is recorded from the run", async () => {
    const run = await aRun(2500);
    expect(await stored(run.id)).toMatchObject({ inputIsInFile: true, consolesInFiles: 1 });
    const recorded = await recordRun(ctx, { formulaId: run.formulaId, executionId: run.id, name: "With files" });
    expect(JSON.stringify(recorded).split("and 😀").length).toBeGreaterThan(2500);
  });
});

describe("while the store for files does not respond", () => {
  test("a run continues with its input and its console output in rows", async () => {
    vi.spyOn(api.app.valueFiles, "put").mockResolvedValue(null);
    const run = await aRun(10_000);
    expect(await stored(run.id)).toMatchObject({ inputIsInFile: false, consolesInFiles: 0 });
    expect(textOf((await get(`/steps/${run.write}/values`)).body, "write.console")).toBe(run.console);
  });

  test("only values in files are missing, and their absence is said", async () => {
    const run = await aRun(10_000);
    vi.spyOn(api.app.valueFiles, "read").mockImplementation(isSilent);
    for (const stepExecutionId of [run.trigger, run.write]) {
      const { status, body } = await get(`/steps/${stepExecutionId}/values`);
      expect([status, body.message]).toEqual([503, expect.stringContaining("Try again")]);
    }
    for (const path of [`/steps/${run.count}/values`, `/${run.id}/steps`, `/${run.id}`, `/${run.id}/errors`])
      expect((await get(path)).status).toBe(200);
    expect(await readRun(ctx, run.id)).toMatchObject({ state: "success" });
    const { values } = await readRunStep(ctx, run.write);
    expect(values).toMatchObject([
      { key: "short", value: "yes" },
      { key: "console", value: "", length: run.console.length, unreadable: "later" },
    ]);
    const unavailable = { kind: "unavailable" };
    await expect(readRunInput(ctx, run.id)).rejects.toMatchObject(unavailable);
    await expect(replay(ctx, { executionId: run.id })).rejects.toMatchObject(unavailable);
    const again = rerunFrom(ctx, { stepExecutionId: run.count, revision: "ran" });
    await expect(again).rejects.toMatchObject(unavailable);
  });
});

describe("a run again", () => {
  test("has files of its own, which outlive those of the first run", async () => {
    const run = await aRun(20_000);
    expect(Buffer.byteLength(run.input)).toBeGreaterThan(800_000);
    const whole = await api.fetch(`${PATH}/${run.id}/retries`, { as: api.as, method: "PUT" });
    const { id } = await rerunFrom(ctx, { stepExecutionId: run.count, revision: "ran" });
    for (const again of [whole.body.id, id]) {
      await ended(again);
      expect(await stored(again)).toMatchObject({ inputIsInFile: true, consolesInFiles: 1 });
    }
    await api.app.db.pool.query("delete from execution where id = $1", [run.id]);
    api.app.at(new Date(Date.now() + 3 * DAY_MS));
    await sweepRetention(api.app);
    expect([await filesOf(run.id), await filesOf(id)]).toEqual([0, 1]);
    for (const again of [whole.body.id, id]) {
      const steps = await api.stepsOf(again);
      expect(steps.map(({ values }) => values.console ?? values.args ?? values.count)).toEqual([
        "20000",
        run.console,
        run.input,
      ]);
    }
  });

  test("may have another input; a long one cannot be edited", async () => {
    const run = await aRun(4000);
    const input = JSON.stringify({ args: inputOf(5000) });
    const { id } = await replay(ctx, { executionId: run.id, input });
    await ended(id);
    expect((await api.stepsOf(id))[0]?.values).toMatchObject({ count: "5000" });
    expect(await stored(id)).toMatchObject({ inputIsInFile: true });
    const plan = await planRerun(ctx, { stepExecutionId: run.count });
    expect(JSON.parse(plan.values[0]?.text ?? "")).toMatchObject({ args: JSON.parse(run.input) });
    const long = await aRun(20_000);
    expect((await planRerun(ctx, { stepExecutionId: long.count })).values[0]).toMatchObject({ text: null });
  });

  test("is not offered from a step on where the console output held a secret", async () => {
    const run = await aRun(0);
    const items = [{ text: "********" }, ...inputOf(4000).items];
    const masked = await api.run(run.formulaInstanceId, { items });
    const { steps } = await readRun(ctx, masked.id);
    const plan = await planRerun(ctx, { stepExecutionId: steps.find(({ name }) => name === "count")?.id ?? 0 });
    expect(plan.cut).toMatchObject({ stepName: "write", reason: "its output held a secret, which is not kept" });
  });
});

test("they may be in a bucket", async () => {
  const { valueFiles } = api.app;
  const bucket = await aBucket();
  const files = await createS3Files(bucket.settings);
  const inBucket = createValueFiles(files, { onFailure: (error) => expect.unreachable(String(error)) });
  await inBucket.identify();
  inBucket.isShared = true;
  for (const world of [api.app, ctx]) world.valueFiles = inBucket;
  const run = await aRun(10_000);
  expect(await stored(run.id)).toMatchObject({ inputIsInFile: true, consolesInFiles: 1 });
  expect(inBucket.written()).toEqual({ file: 2, row: 0 });
  const { id } = await rerunFrom(ctx, { stepExecutionId: run.count, revision: "ran" });
  await ended(id);
  const [trigger] = (await readRun(ctx, id)).steps;
  const found = await findInValue(ctx, { stepExecutionId: trigger?.id ?? 0, key: "args", path: "items[9999].text" });
  expect(found.text).toBe(LINE);
  expect(inBucket.written()).toEqual({ file: 4, row: 0 });
  for (const world of [api.app, ctx]) world.valueFiles = valueFiles;
  files.close();
  await bucket.close();
});

test("another organization reads none of them, and a row cannot name the file of another", async () => {
  const [run, other] = [await aRun(10_000), await aRun(10_000)];
  const stranger = await anOrganization(api.app);
  const theirs = await contextOf(api.app, stranger.administrator.authorization);
  for (const id of [run.trigger, run.write])
    expect((await get(`/steps/${id}/values`, stranger.administrator)).status).toBe(404);
  await expect(readRunInput(theirs, run.id)).rejects.toMatchObject({ kind: "notFound" });
  const { pool } = api.app.db;
  await pool.query(
    "update execution e set trigger_file = o.trigger_file from execution o where e.id = $1 and o.id = $2",
    [run.id, other.id],
  );
  await pool.query(
    "update step_execution s set notes_file = o.notes_file from step_execution o where s.id = $1 and o.id = $2",
    [run.write, other.write],
  );
  for (const id of [run.trigger, run.write]) expect((await get(`/steps/${id}/values`)).status).toBe(500);
});

test("values stay in rows while a process of the version before runs, which reads no such files", async () => {
  const { pool } = api.app.db;
  const before = randomUUID();
  // As that version writes its row.
  await pool.query(
    "insert into runner (id, kind, alive_until, file_store) values ($1, 'web', now() + interval '1 hour', $2)",
    [before, await api.app.valueFiles.identify()],
  );
  await expect.poll(() => api.app.valueFiles.isShared).toBe(false);
  const run = await aRun(10_000);
  expect(await stored(run.id)).toMatchObject({ inputIsInFile: false, consolesInFiles: 0 });
  await pool.query("delete from runner where id = $1", [before]);
  await expect.poll(() => api.app.valueFiles.isShared).toBe(true);
});
