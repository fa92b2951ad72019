import { filter } from "./filter.ts";
import { loop } from "./loop.ts";
import { script } from "./script.ts";

/** Every step type, in palette order. To add one: write its file and name it here. */
export const STEP_TYPES = { filter, script, loop } as const;
