import type { FailureKind } from "#server/errors.ts";

/** Why something cannot be saved or started: a sentence for people and where to look. */
export type Refusal = {
  kind: Extract<FailureKind, "badRequest" | "conflict">;
  path: (string | number)[];
  message: string;
};

export const refuse = (path: Refusal["path"], message: string): Refusal => ({ kind: "badRequest", path, message });

export const conflict = (path: Refusal["path"], message: string): Refusal => ({ kind: "conflict", path, message });
