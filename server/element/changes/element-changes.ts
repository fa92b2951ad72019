import type { PreparedElement } from "../definition/prepared.ts";
import { type Compared, type Finding, isSame } from "./change-rule.ts";
import { CHANGE_RULES } from "./registry.ts";

/** One difference between two states of an element, and whether it breaks users of the earlier one. */
export type ElementChange = Finding & { rule: string; isBreaking: boolean };

/** Every difference that users of an element may notice, breaking ones first. */
export const elementChanges = (before: PreparedElement, after: PreparedElement): ElementChange[] =>
  CHANGE_RULES.flatMap(({ rule, isBreaking, find }) =>
    find({ before, after }).map((finding) => ({ rule, isBreaking, ...finding })),
  );

/** From breaking changes to changes that no user notices. */
export const VERSION_STEPS = ["major", "minor", "patch", "none"] as const;
export type VersionStep = (typeof VERSION_STEPS)[number];

/**
 * Which number of a semantic version the differences would raise: `major` where something breaks, `minor` where something
 * is added, `patch` for all else; `none` if there are no differences.
 */
export function versionStep({ before, after }: Compared): VersionStep {
  if (isSame(before, after)) return "none";
  const found = CHANGE_RULES.filter(({ find }) => find({ before, after }).length > 0);
  if (found.some(({ isBreaking }) => isBreaking)) return "major";
  return found.some(({ isAddition }) => isAddition) ? "minor" : "patch";
}
