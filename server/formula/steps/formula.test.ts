import { expect, test, vi } from "vitest";
import { runStep } from "#server/testing/fake-formula-ports.ts";
import { formula } from "./formula.ts";

const context = { steps: { build: { args: { a: 1 } }, list: [1] }, config: { crm: "7" } };

test.each<[string, Record<string, unknown>, object]>([
  [
    "objects",
    { formulaId: 12, args: { a: "${steps.list}" }, subFormulaConfigs: { c: "${config.crm}" } },
    { formulaId: 12, args: { a: [1] }, subFormulaConfigs: { c: "7" } },
  ],
  [
    "JSON text",
    { formulaId: "12", args: '{"a":"${config.crm}"}', subFormulaConfigs: '{"c":1}' },
    { formulaId: 12, args: { a: "7" }, subFormulaConfigs: { c: 1 } },
  ],
  [
    "a bare reference",
    { formulaId: "${config.crm}", args: "build.args" },
    { formulaId: 7, args: { a: 1 }, subFormulaConfigs: {} },
  ],
  ["plain text", { formulaId: 12, args: "hello" }, { formulaId: 12, args: "hello", subFormulaConfigs: {} }],
  ["nothing", { formulaId: 12 }, { formulaId: 12, args: {}, subFormulaConfigs: {} }],
])("passes args as %s", async (_, saved, call) => {
  const run = vi.fn(async () => ({ output: { done: 1 } }));
  expect(await runStep(formula, saved, { context, ports: { formula: run } })).toEqual({
    took: "onSuccess",
    output: { done: 1 },
  });
  expect(run).toHaveBeenCalledWith(call);
});

test("a failed formula fails the step with its last output and its error", async () => {
  const run = async () => ({ output: { error: "no" }, error: "no" });
  expect(await runStep(formula, { formulaId: 12 }, { ports: { formula: run } })).toEqual({
    took: "onFailure",
    output: { error: "no" },
    error: "no",
  });
});

test("an id that is none is the error", async () => {
  expect(await runStep(formula, { formulaId: "abc" }, {})).toEqual({
    took: "onFailure",
    error: "formulaId: must be the id of a formula",
  });
});

test("its result is one value with engine v1 and one per key with v3", () => {
  expect([formula.recordDepth?.("v1"), formula.recordDepth?.("v3")]).toEqual([0, 1]);
});
