import type { PreparedElement } from "../definition/prepared.ts";
import type { Finding } from "./change-rule.ts";
import { CHANGE_RULES } from "./registry.ts";

/** One difference between two states of an element, and whether it breaks what used the earlier one. */
export type ElementChange = Finding & { rule: string; isBreaking: boolean };

/** Every difference that users of an element may notice, those that break something first. */
export const elementChanges = (before: PreparedElement, after: PreparedElement): ElementChange[] =>
  CHANGE_RULES.flatMap(({ rule, isBreaking, find }) =>
    find({ before, after }).map((finding) => ({ rule, isBreaking, ...finding })),
  );
