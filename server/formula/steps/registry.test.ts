import { describe } from "vitest";
import { testStepType } from "#server/testing/step-type-rules.ts";
import { STEP_TYPES } from "./registry.ts";

describe.each(Object.entries(STEP_TYPES))("%s", testStepType);
