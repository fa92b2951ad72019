import { expect, test } from "vitest";
import { typesOf } from "../../registry.ts";
import { RESOURCE_TYPES } from "./registry.ts";
import { STAGES, stagesOf } from "./stages.ts";

test.each(typesOf(RESOURCE_TYPES))("%s runs at a stage of the life of a connection", (type) =>
  expect(stagesOf(type)).not.toEqual([]),
);

test("every moment belongs to one stage", () => {
  const moments = Object.values(STAGES).flatMap((stage) => stage.moments);
  expect(new Set(moments).size).toBe(moments.length);
  const used = Object.values(RESOURCE_TYPES).flatMap(({ runsAt = [] }) => runsAt);
  expect(moments).toEqual(expect.arrayContaining(used));
});

test.each([
  ["api", ["requests"]],
  ["provisionAuthValidation", ["validate", "refresh"]],
  ["onDeleteWebhook", ["delete"]],
] as const)("%s runs at %j", (type, stages) => expect(stagesOf(type)).toEqual(stages));
