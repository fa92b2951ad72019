import { afterAll, beforeAll, expect, test } from "vitest";
import { aFormula, aStep } from "#server/testing/formulas.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let ids: { formulaId: number; formulaInstanceId: number };
let executionId: number;

beforeAll(async () => {
  api = await aRunningApi();
  const body = "done({ n: 7, list: [1, { a: 'x' }], text: '007', yes: true });";
  const formula = aFormula({ steps: [aStep("first", { properties: { body } })] });
  ids = await api.aRunnable(formula, { name: "Recorded" });
  executionId = (await api.run(ids.formulaInstanceId, { foo: "bar" })).id;
});
afterAll(() => api.close());

const get = async (path: string) => (await api.fetch(path, { as: api.as })).body;

test("spec §2.10 id, key, value: all three are text, whatever the value was", async () => {
  const [first, trigger] = await get(`/formulas/instances/executions/${executionId}/steps?includeValues=true`);
  expect(trigger.stepExecutionValues).toEqual([
    { id: expect.any(String), key: "trigger.args", value: '{"foo":"bar"}' },
  ]);
  expect(first.stepExecutionValues).toHaveLength(4);
  for (const { id } of first.stepExecutionValues) expect(id).toEqual(expect.any(String));
  expect(
    Object.fromEntries(first.stepExecutionValues.map(({ key, value }: Record<string, string>) => [key, value])),
  ).toEqual({
    "first.n": "7",
    "first.list": '[1,{"a":"x"}]',
    "first.text": "007",
    "first.yes": "true",
  });
});

test("spec §2.10 id, key, value: are also read step by step", async () => {
  const [first] = await get(`/formulas/instances/executions/${executionId}/steps`);
  const values = await get(`/formulas/instances/executions/steps/${first.id}/values`);
  expect(values.map(({ key }: { key: string }) => key)).toContain("first.n");
});

// The specification leaves both records open.
test("spec §2.10 formula instance record: its formula, its values, and its settings", async () => {
  expect(await get(`/formulas/instances/${ids.formulaInstanceId}`)).toMatchObject({
    id: ids.formulaInstanceId,
    name: "Recorded",
    formula: { id: ids.formulaId },
    active: true,
    configuration: {},
    settings: {},
    createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
});

test("spec §2.10 execution record: its instance, its state and dates; one alone has its steps, oldest first", async () => {
  const record = {
    id: executionId,
    formulaInstanceId: ids.formulaInstanceId,
    status: "success",
    createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    updatedDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  };
  expect(await get(`/formulas/instances/${ids.formulaInstanceId}/executions`)).toMatchObject([record]);
  const one = await get(`/formulas/instances/executions/${executionId}`);
  expect(one).toMatchObject(record);
  expect(one.stepExecutions).toMatchObject([
    { id: expect.any(Number), stepName: "trigger", status: "success" },
    { id: expect.any(Number), stepName: "first", status: "success" },
  ]);
});
