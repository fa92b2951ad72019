import { Failure, type FailureKind } from "#server/errors.ts";

/** Why something cannot be saved or started: a sentence for people and the path of the field. */
export type Refusal = {
  kind: Extract<FailureKind, "badRequest" | "conflict">;
  path: (string | number)[];
  message: string;
};

export const refuse = (path: Refusal["path"], message: string): Refusal => ({ kind: "badRequest", path, message });

export const conflict = (path: Refusal["path"], message: string): Refusal => ({ kind: "conflict", path, message });

const SHOWN = 5;

/** Throws a Failure with the first few reasons and the kind of the first. */
export function throwIfAny(refusals: Refusal[]): void {
  const [first] = refusals;
  if (!first) return;
  const shown = refusals.slice(0, SHOWN).map(({ message }) => message);
  if (refusals.length > SHOWN) shown.push(`And ${refusals.length - SHOWN} more.`);
  throw new Failure(first.kind, shown.join(" "));
}
