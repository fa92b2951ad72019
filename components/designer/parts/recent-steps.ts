import { persist, readPersisted, usePersistedState } from "../../ui/use-persisted-state.ts";
import type { StepTypeName } from "../model/draft.ts";

const STORAGE_NAME = "recent-steps";
const MOST = 4;

/** The recently added types of steps, newest first; may include types that no longer exist. */
export const useRecentSteps = (): string[] => listed(usePersistedState(STORAGE_NAME));

export function noteStep(type: StepTypeName): void {
  const others = listed(readPersisted(STORAGE_NAME)).filter((other) => other !== type);
  persist(STORAGE_NAME, [type, ...others].slice(0, MOST).join(","));
}

const listed = (kept: string | null) => kept?.split(",") ?? [];
