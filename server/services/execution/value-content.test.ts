import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Failure } from "#server/errors.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { LARGE_COLUMNS } from "./large-values.ts";

const LINE = 'quoted "text" with 😀 äöü\n';
const TEXT = LINE.repeat(30_000);
const LIST = Array.from({ length: 20_000 }, (_, n) => ({ n, name: LINE }));

let api: RunningApi;
/** The ids of the steps of a run: its trigger, and the script that returns long values. */
let [trigger, make, small]: string[] = [];
let executionId: number;

beforeAll(async () => {
  api = await aRunningApi();
  const returned = `{ text: trigger.args.line.repeat(30000), "a/b?": Array.from({ length: 20000 }, (_, n) => ({ n, name: trigger.args.line })) }`;
  const { formulaInstanceId } = await api.aRunnable({
    name: "Long values",
    engine: "v3",
    triggers: [{ type: "manual", onSuccess: ["make"] }],
    steps: [
      {
        name: "make",
        type: "script",
        properties: { body: `for (let n = 0; n < 100; n++) console.log("x".repeat(1000)); done(${returned});` },
        onSuccess: ["small"],
      },
      { name: "small", type: "script", properties: { body: 'done({ text: "äöü", isTrue: true, none: "" });' } },
    ],
  });
  ({ id: executionId } = await api.run(formulaInstanceId, { line: LINE, text: TEXT }));
  const { body } = await api.fetch(`/formulas/instances/executions/${executionId}`, { as: api.as });
  [trigger, make, small] = body.stepExecutions.map(({ id }: { id: number }) => String(id));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => api.close());

const pathOf = (step: string | undefined, key: string) =>
  `/formulas/instances/executions/steps/${step}/values/${encodeURIComponent(key)}/content`;
const get = (
  step: string | undefined,
  key: string,
  { range, as = api.as }: { range?: string; as?: typeof api.as } = {},
) => api.fetch(pathOf(step, key), { as, headers: range === undefined ? {} : { range } });

const values = (): [string, () => string | undefined, string, string][] => [
  ["a text in a file", () => make, "make.text", TEXT],
  ["a list in a file", () => make, "make.a/b?", JSON.stringify(LIST)],
  ["console output in a file", () => make, "make.console", JSON.stringify(Array(100).fill("x".repeat(1000)))],
  ["an input in a file", () => trigger, "trigger.args", JSON.stringify({ line: LINE, text: TEXT })],
  ["a text in a row", () => small, "small.text", "äöü"],
  ["true", () => small, "small.isTrue", "true"],
  ["an empty text", () => small, "small.none", ""],
];

describe.each(values())("%s", (_, step, key, expected) => {
  const bytes = Buffer.from(expected);

  test("is returned as a whole, as its value is", async () => {
    const { status, text, headers } = await get(step(), key);
    expect(status, text.slice(0, 300)).toBe(200);
    expect(text === expected).toBe(true);
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(headers.get("accept-ranges")).toBe("bytes");
    expect(headers.get("content-length")).toBe(String(bytes.length));
    const listed = await api.fetch(`/formulas/instances/executions/steps/${step()}/values`, { as: api.as });
    const { id } = listed.body.find((value: { key: string }) => value.key === key);
    expect((await get(step(), id)).text === expected).toBe(true);
  });

  test("is returned in ranges of bytes", async () => {
    if (bytes.length === 0) return;
    const ranges = [0, 1, 100, 65_535, 65_536, 300_001, bytes.length - 1].flatMap((from) =>
      [1, 2, 5, 1000, 65_536, 400_000].map((size) => [from, Math.min(bytes.length, from + size)] as const),
    );
    for (const [from, to] of ranges) {
      if (from >= bytes.length) continue;
      const response = await get(step(), key, { range: `bytes=${from}-${to - 1}` });
      expect(response.status).toBe(206);
      expect(response.headers.get("content-range")).toBe(`bytes ${from}-${to - 1}/${bytes.length}`);
      expect(bytes.subarray(from, to).equals(response.bytes), `${from}-${to}`).toBe(true);
    }
  });
});

test("a range of a file is read without the rest", async () => {
  const read = vi.spyOn(api.app.valueFiles, "read");
  for (const [step, key] of [
    [make, "make.text"],
    [make, "make.a/b?"],
    [trigger, "trigger.args"],
  ] as const) {
    expect((await get(step, key, { range: "bytes=500000-500999" })).status).toBe(206);
    const bytes = read.mock.calls.reduce((sum, [, range]) => sum + (range ? range.to - range.from : Number.NaN), 0);
    expect(bytes).toBeLessThanOrEqual(2 * 64 * 1024 * 3);
    read.mockClear();
  }
});

test("a text that was written before texts had an index is read as a whole", async () => {
  const place = { executionId, seq: 1 };
  const { pool } = api.app.db;
  const { rows } = await pool.query("select output_file as file from step_execution where id = $1", [make]);
  const file = JSON.parse(api.app.vault.open(rows[0].file, LARGE_COLUMNS.output(place)));
  for (const value of file.outline.long) delete value.index;
  const before = api.app.vault.seal(JSON.stringify(file), LARGE_COLUMNS.output(place));
  await pool.query("update step_execution set output_file = $2 where id = $1", [make, before]);
  const { status, text } = await get(make, "make.text", { range: "bytes=-1000" });
  await pool.query("update step_execution set output_file = $2 where id = $1", [make, rows[0].file]);
  expect([status, text]).toEqual([206, Buffer.from(TEXT).subarray(-1000).toString()]);
});

test("an unknown value, a range behind the end and a silent store are refused", async () => {
  const behind = await get(small, "small.text", { range: "bytes=6-" });
  expect([behind.status, behind.headers.get("content-range")]).toEqual([416, "bytes */6"]);
  expect(behind.body.message).toBe("Range: the value has 6 bytes. Request a range that begins before its end.");
  const unknown = await get(small, "small.other");
  expect([unknown.status, unknown.body.message]).toEqual([404, expect.stringMatching(/^valueKey: .*"small.other"/)]);
  expect((await get("999999999", "small.text")).status).toBe(404);
  vi.spyOn(api.app.valueFiles, "read").mockRejectedValue(new Failure("unavailable", "Silent. Try again in a moment."));
  expect((await get(make, "make.text", { range: "bytes=0-10" })).status).toBe(503);
  expect((await get(small, "small.text")).status).toBe(200);
});

test("a viewer reads the values, another organization finds none", async () => {
  const stranger = await anOrganization(api.app);
  expect((await get(make, "make.text", { as: api.viewer, range: "bytes=0-5" })).text).toBe("quoted");
  expect((await get(make, "make.text", { as: stranger.administrator })).status).toBe(404);
  const without = await api.fetch(pathOf(make, "make.text"), {});
  expect(without.status).toBe(401);
});
