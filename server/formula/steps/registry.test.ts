import { describe, expect, test } from "vitest";
import { z } from "zod";
import { property } from "../property.ts";
import { stepSchema } from "../shape.ts";
import type { StepType } from "../step-type.ts";
import { STEP_TYPES } from "./registry.ts";

describe.each(Object.entries(STEP_TYPES))("%s", (type, stepType) => {
  test("is registered under its own name, with words for people", () => {
    expect(stepType.type).toBe(type);
    expect(stepType.label).not.toBe("");
    expect(stepType.summary).toMatch(/\.$/);
  });
  test("words every property", () => {
    for (const schema of Object.values<z.ZodType>(stepType.properties.shape))
      expect(property.get(schema)?.label).toBeTruthy();
  });
  test("takes its own example, and no properties at all while it is being written", () => {
    expect(stepSchema.parse({ name: "a", type, properties: stepType.example }).properties).toEqual(stepType.example);
    expect(stepSchema.parse({ name: "a", type, properties: null }).properties).toEqual({});
  });
  test("changes nothing outside while it is pure", () => {
    const { properties, pure, changesOutside } = stepType as unknown as StepType;
    const parsed = properties.safeParse({ ...stepType.example, method: "GET", elementInstanceId: 1 });
    if (pure) expect(changesOutside(parsed.data ?? {})).toBe(false);
    else
      expect(changesOutside({ ...parsed.data, method: "POST" })).toBe(
        !["formula", "retryFormulaExecution"].includes(type),
      );
  });
  test("has a JSON schema", () => {
    expect(z.toJSONSchema(stepType.schema, { io: "input" })).toMatchObject({ type: "object" });
  });
});
