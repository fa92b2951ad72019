import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwnerOf } from "#server/testing/acting.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { readRunValues } from "./read-run-values.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await aRunningApi();
});
afterAll(() => api.close());

async function valuesOf(formula: object, payload: unknown) {
  const { formulaInstanceId } = await api.aRunnable(formula);
  const { id } = await api.run(formulaInstanceId, payload);
  return readRunValues(await asOwnerOf(api.app, formulaInstanceId), id);
}

const script = (name: string, body: string, onSuccess: string[] = [], onFailure: string[] = []) => ({
  name,
  type: "script",
  properties: { body },
  onSuccess,
  onFailure,
});

test("a run's values are what expressions find at its end, a loop's those of its last item", async () => {
  const { context, failed, cut } = await valuesOf(
    {
      name: "Walks",
      engine: "v3",
      triggers: [{ type: "manual", onSuccess: ["each"] }],
      steps: [
        {
          name: "each",
          type: "loop",
          properties: { list: "trigger.args.items" },
          onSuccess: ["say"],
          onFailure: ["fail"],
        },
        script("say", "done({ deep: { entry: steps.each.entry.id } });", ["each"]),
        script("fail", "throw new Error('no');", [], ["long"]),
        script("long", "done({ text: 'x'.repeat(300000) });"),
      ],
    },
    { items: [{ id: 1 }, { id: 2 }], "x.y": 3 },
  );
  expect(context.trigger).toMatchObject({ type: "manual", args: { items: [{ id: 1 }, { id: 2 }], "x.y": 3 } });
  expect(context.steps).toEqual({
    each: { entry: { id: 2 }, index: 1 },
    say: { deep: { entry: 2 } },
    fail: { error: expect.stringContaining("no") },
  });
  expect(context.info).toMatchObject({ formulaName: "Walks" });
  expect({ failed, cut }).toEqual({ failed: ["fail"], cut: ["long"] });
});
