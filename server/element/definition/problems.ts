import { elementSchema } from "../shape.ts";
import { elementRefusals, replacementRefusals } from "./check.ts";
import { prepareElement } from "./prepare.ts";
import type { PreparedElement } from "./prepared.ts";
import "../../validation-messages.ts";

/** Why a definition cannot be saved, and the position of the problem. */
export type ElementProblem = { path: (string | number)[]; message: string };

/**
 * Every reason not to save a definition: what has the wrong shape, or else what contradicts itself. `before` is the
 * element that it changes, `restored` the earlier revision that it was made from.
 */
export function elementProblems(
  definition: unknown,
  before?: { id: number; definition: PreparedElement },
  restored?: PreparedElement | null,
): ElementProblem[] {
  const { data: element, error } = elementSchema.safeParse(definition);
  if (!element) return error.issues.map(({ path, message }) => ({ path: path.map(asKey), message }));
  const prepared = prepareElement(element, { elementId: before?.id ?? 0, before: before?.definition });
  const refusals = [
    ...elementRefusals(prepared),
    ...(before ? replacementRefusals(before.definition, prepared, restored) : []),
  ];
  return refusals.map(({ path, message }) => ({ path, message }));
}

const asKey = (key: PropertyKey): string | number => (typeof key === "symbol" ? String(key) : key);
