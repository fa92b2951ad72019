import { expect, test } from "vitest";
import { z } from "zod";
import { property } from "#server/formula/property.ts";
import { stepSchema } from "#server/formula/shape.ts";
import type { StepType } from "#server/formula/step-type.ts";

/** Step types that change nothing themselves, but run steps that do. */
const RUNS_OTHERS = ["formula", "retryFormulaExecution"];

/** The tests that every registered step type has to pass. */
export function testStepType(type: string, definition: unknown): void {
  // Each type has its own properties; these tests pass what its own schema parsed.
  const stepType = definition as StepType & { schema: z.ZodType };
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
    const { properties, pure, changesOutside } = stepType;
    const parsed = properties.safeParse({ ...stepType.example, method: "GET", elementInstanceId: 1 });
    if (pure) expect(changesOutside(parsed.data ?? {})).toBe(false);
    else expect(changesOutside({ ...parsed.data, method: "POST" })).toBe(!RUNS_OTHERS.includes(type));
  });
  test("has a JSON schema", () => {
    expect(z.toJSONSchema(stepType.schema, { io: "input" })).toMatchObject({ type: "object" });
  });
}
