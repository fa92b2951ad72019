import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { findValues } from "#server/formula/find-values.ts";
import { readValuePart, VALUE_PART } from "./read-run-step.ts";

/**
 * Reads the values at a path inside one value of a step: their number and, as text, the only value or the list; a long
 * text is truncated. Refuses: badRequest for a value that is text; notFound if the path has no value.
 */
export async function findInValue(
  ctx: Context,
  { path, ...of }: { stepExecutionId: number; key: string; path: string },
) {
  const { text } = await readValuePart(ctx, { ...of, from: 0, size: Number.POSITIVE_INFINITY });
  const found = findValues(parsed(text), path);
  if (found.length === 0) throw new Failure("notFound", `There is no value at ${path}.`);
  const value = path.includes("[*]") ? found : found[0];
  const whole = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return { count: found.length, text: whole.slice(0, VALUE_PART), length: whole.length };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure("badRequest", "This value is text: no path leads into it.");
  }
}
