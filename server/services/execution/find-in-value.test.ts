import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "#server/context.ts";
import { asOwnerOf } from "#server/testing/acting.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { findInValue } from "./find-in-value.ts";
import { VALUE_PART } from "./read-run-step.ts";

const MANY = 20_000;
let api: RunningApi;
let ctx: Context;
let stepExecutionId: number;
beforeAll(async () => {
  api = await aRunningApi();
  const { formulaInstanceId } = await api.aRunnable({
    name: "Leaves much behind",
    engine: "v3",
    triggers: [{ type: "manual", onSuccess: ["big"] }],
    steps: [
      {
        name: "big",
        type: "script",
        properties: {
          body: `done({ text: "no parts", list: Array.from({ length: ${MANY} }, (_, n) => ({ name: "name " + n, none: null })) });`,
        },
      },
    ],
  });
  ctx = await asOwnerOf(api.app, formulaInstanceId);
  const { id } = await api.run(formulaInstanceId);
  const { rows } = await api.app.db.pool.query<{ id: number }>(
    "select id::float8 as id from step_execution where execution_id = $1 and step_name = 'big'",
    [id],
  );
  stepExecutionId = rows[0]?.id ?? 0;
});
afterAll(() => api.close());

const found = (path: string, key = "list") => findInValue(ctx, { stepExecutionId, key, path });

test("returns the value at a path, at any depth", async () => {
  expect(await found(`[${MANY - 1}].name`)).toEqual({ count: 1, text: "name 19999", length: 10 });
  expect(await found("[0].none")).toMatchObject({ text: "null" });
  expect(JSON.parse((await found("[7]")).text)).toEqual({ name: "name 7", none: null });
});

test("returns the beginning of a large value, and its size", async () => {
  const { count, text, length } = await found("[*].name");
  expect([count, text.length]).toEqual([MANY, VALUE_PART]);
  expect(length).toBeGreaterThan(VALUE_PART);
});

test("reports a path that leads nowhere, or into a text", async () => {
  for (const path of [`[${MANY}].name`, "[0].nam", "[*].nam"])
    await expect(found(path)).rejects.toMatchObject({ kind: "notFound", message: `There is no value at ${path}.` });
  await expect(found("length", "text")).rejects.toMatchObject({ kind: "badRequest" });
  await expect(found("[0]", "other")).rejects.toMatchObject({ kind: "notFound" });
});

test("other organizations find nothing in it", async () => {
  const stranger = { ...ctx, caller: { ...ctx.caller, organizationId: ctx.caller.organizationId + 1 } };
  await expect(findInValue(stranger, { stepExecutionId, key: "list", path: "[0]" })).rejects.toMatchObject({
    kind: "notFound",
  });
});
