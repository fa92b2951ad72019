import { expect, test } from "vitest";
import { compile, type Plan } from "./plan.ts";
import { type Recorded, retrace } from "./retrace.ts";
import { formulaSchema } from "./shape.ts";

type Draft = { name: string; type?: string; properties?: object; onSuccess?: string[]; onFailure?: string[] };

const planOf = (steps: Draft[], formulaId = 1): Plan =>
  compile(
    formulaSchema.parse({
      name: "F",
      triggers: [{ type: "manual", onSuccess: [steps[0]?.name ?? ""] }],
      steps: steps.map((step) => ({ type: "script", properties: { body: "done({})" }, ...step })),
    }),
    { formulaId, revision: 1 },
  );

const info = { formulaId: 1, formulaName: "F", formulaInstanceId: 1, formulaInstanceName: "i", formulaExecutionId: 1 };
const start = { trigger: {}, config: {}, info };
const ran = (stepName: string, more: object = {}, path = ""): Recorded => ({
  path,
  stepName,
  outcome: { took: "onSuccess", output: {}, ...more },
});
const along = (plan: Plan, records: Recorded[], plans: Plan[] = []) =>
  retrace(plan, start, records, {
    loadPlan: async (formulaId) => plans.find((other) => other.formulaId === formulaId) ?? null,
    depth: 10,
  });

const chain = planOf([{ name: "a", onSuccess: ["b"] }, { name: "b", onSuccess: ["c"] }, { name: "c" }]);

test("the same formula goes along its own records", async () => {
  expect(await along(chain, [])).toEqual({ reachesEnd: true });
  expect(await along(chain, [ran("a"), ran("b")])).toEqual({ reachesEnd: true });
});

test("a formula in which another step comes says which", async () => {
  const other = planOf([{ name: "a", onSuccess: ["x"] }, { name: "x" }]);
  expect(await along(other, [ran("a"), ran("b")])).toEqual({
    reachesEnd: false,
    reason: 'It would run "x" where "b" ran.',
  });
});

test("a formula that ends before, or just there, has no step to continue with", async () => {
  const short = planOf([{ name: "a" }]);
  expect(await along(short, [ran("a"), ran("b")])).toMatchObject({ reachesEnd: false });
  expect(await along(short, [ran("a")])).toEqual({ reachesEnd: false, reason: "The run ends before this step." });
});

test("retraces loops by their outputs", async () => {
  const loop = planOf([
    { name: "each", type: "loop", properties: { list: "trigger.args.x" }, onSuccess: ["body"], onFailure: ["end"] },
    { name: "body", onSuccess: ["each"] },
    { name: "end" },
  ]);
  const visits = [0, 1].flatMap((index) => [
    ran("each", { output: { entry: {}, index }, memory: index + 1 }),
    ran("body"),
  ]);
  expect(await along(loop, visits)).toEqual({ reachesEnd: true });
  expect(await along(loop, [...visits, ran("each", { took: "onFailure" }), ran("end")])).toMatchObject({
    reachesEnd: false,
  });
});

test("into a sub-formula and out again", async () => {
  const parent = planOf([
    { name: "call", type: "formula", properties: { formulaId: 2 }, onSuccess: ["after"] },
    { name: "after" },
  ]);
  const child = planOf([{ name: "in", onSuccess: ["on"] }, { name: "on" }], 2);
  const path = "/call#0";
  const inside = [ran("", { output: { formulaId: 2, revision: 1 } }, path), ran("in", {}, path)];
  expect(await along(parent, inside, [child])).toEqual({ reachesEnd: true });
  expect(await along(parent, [...inside, ran("on", {}, path), ran("call")], [child])).toEqual({ reachesEnd: true });
  expect(await along(parent, [...inside, ran("other", {}, path)], [child])).toMatchObject({ reachesEnd: false });
});
