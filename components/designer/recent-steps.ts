import type { StepTypeName } from "./draft.ts";
import { keep, readKept, useKept } from "./use-kept.ts";

const KEPT_AS = "recent-steps";
const MOST = 4;

/** The types of the steps that somebody added last, the newest first; also such as are no longer known. */
export const useRecentSteps = (): string[] => listed(useKept(KEPT_AS));

export function noteStep(type: StepTypeName): void {
  const others = listed(readKept(KEPT_AS)).filter((other) => other !== type);
  keep(KEPT_AS, [type, ...others].slice(0, MOST).join(","));
}

const listed = (kept: string | null) => kept?.split(",") ?? [];
