import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwnerOf } from "#server/testing/acting.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { readRun } from "./read-run.ts";

let api: RunningApi;
let provider: AProvider;
let arrived = Promise.withResolvers<void>();
beforeAll(async () => {
  api = await aRunningApi();
  // It never responds.
  provider = await aProvider(() => arrived.resolve());
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const script = (name: string, ...onSuccess: string[]) => ({
  name,
  type: "script",
  properties: { body: "done({});" },
  onSuccess,
});
const call = (method: string) => ({
  name: "call",
  type: "httpRequest",
  properties: { method, url: `${provider.url}/invoices` },
  onSuccess: ["after"],
});
const formula = (steps: ({ name: string } & Record<string, unknown>)[]) => ({
  name: "Waits for a provider",
  triggers: [{ type: "manual", onSuccess: [steps[0]?.name] }],
  steps,
});

/** Starts a run, waits until its request is at the provider, cancels the run, and reads it before and after. */
async function cancelled(steps: Parameters<typeof formula>[0]) {
  arrived = Promise.withResolvers();
  const { formulaInstanceId } = await api.aRunnable(formula(steps));
  const path = `/formulas/instances/${formulaInstanceId}/executions`;
  const [{ id }] = (await api.fetch(path, { as: api.as, method: "POST", body: {} })).body;
  await arrived.promise;
  const ctx = await asOwnerOf(api.app, formulaInstanceId);
  await expect.poll(async () => (await readRun(ctx, id)).stepCount).toBe(steps.findIndex(isCall) + 1);
  const running = await readRun(ctx, id);
  const cancel = { as: api.as, method: "PATCH", body: { status: "cancelled" } };
  await api.fetch(`/formulas/instances/executions/${id}`, cancel);
  return { running, stopped: await readRun(ctx, id) };
}

const isCall = ({ name }: { name: string }) => name === "call";

test.each([
  ["POST", true, "call", "run/unfinishedRequest"],
  ["GET", false, "call", "run/unfinished"],
])("a %s that waits for its response is the unfinished step of a running and of a cancelled run", async (...row) => {
  const [method, mayHaveEffect, name, sentence] = row;
  const { running, stopped } = await cancelled([script("before", "call"), call(method), script("after")]);
  expect(running).toMatchObject({ state: "running", unfinished: { name, mayHaveEffect } });
  expect(running.explanation.at(-1)).toEqual([{ key: "run/runningStep", values: { step: "call" } }]);
  expect(stopped).toMatchObject({ state: "cancelled", unfinished: { name, mayHaveEffect } });
  expect(stopped.explanation.at(-1)?.at(-1)).toEqual({ key: sentence, values: { step: "call" } });
});

test("the first step is unfinished if only the trigger has a record", async () => {
  const { stopped } = await cancelled([call("POST"), script("after")]);
  expect(stopped.unfinished?.name).toBe("call");
});

test("a run that has ended has no unfinished step", async () => {
  const { formulaInstanceId } = await api.aRunnable(formula([script("only")]));
  const { id } = await api.run(formulaInstanceId, {});
  expect(await readRun(await asOwnerOf(api.app, formulaInstanceId), id)).toMatchObject({
    state: "success",
    unfinished: null,
  });
});
