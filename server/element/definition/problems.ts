import { elementSchema } from "../shape.ts";
import { elementRefusals, replacementRefusals } from "./check.ts";
import { prepareElement } from "./prepare.ts";
import type { PreparedElement } from "./prepared.ts";
import { elementWarnings } from "./warnings.ts";
import "../../validation-messages.ts";

/** The position of a problem, and whether it prevents saving or requests would fail. */
export type ElementProblem = { severity: "error" | "warning"; path: (string | number)[]; message: string };

const as =
  (severity: ElementProblem["severity"]) =>
  ({ path, message }: Omit<ElementProblem, "severity">): ElementProblem => ({ severity, path, message });

/**
 * Every problem of a definition: what has the wrong shape, or else what contradicts itself, and then what requests would
 * fail by. `before` is the element that it changes, `restored` the earlier revision that it was made from.
 */
export function elementProblems(
  definition: unknown,
  before?: { id: number; definition: PreparedElement },
  restored?: PreparedElement | null,
): ElementProblem[] {
  const { data: element, error } = elementSchema.safeParse(definition);
  if (!element) return error.issues.map(({ path, message }) => as("error")({ path: path.map(asKey), message }));
  const prepared = prepareElement(element, { elementId: before?.id ?? 0, before: before?.definition });
  const refusals = [
    ...elementRefusals(prepared),
    ...(before ? replacementRefusals(before.definition, prepared, restored) : []),
  ];
  return [...refusals.map(as("error")), ...elementWarnings(element).map(as("warning"))];
}

const asKey = (key: PropertyKey): string | number => (typeof key === "symbol" ? String(key) : key);
