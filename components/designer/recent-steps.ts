import type { StepTypeName } from "./draft.ts";
import { persist, readPersisted, usePersistedState } from "./use-persisted-state.ts";

const STORAGE_NAME = "recent-steps";
const MOST = 4;

/** The types of the steps that somebody added last, the newest first; also such as are no longer known. */
export const useRecentSteps = (): string[] => listed(usePersistedState(STORAGE_NAME));

export function noteStep(type: StepTypeName): void {
  const others = listed(readPersisted(STORAGE_NAME)).filter((other) => other !== type);
  persist(STORAGE_NAME, [type, ...others].slice(0, MOST).join(","));
}

const listed = (kept: string | null) => kept?.split(",") ?? [];
