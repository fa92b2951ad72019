"use client";

import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from "react";
import { lazyFunction } from "../../ui/lazy-component.tsx";
import { useElement } from "./builder.ts";
import { emptyElement } from "./element-draft.ts";
import type { Path } from "./paths.ts";
import type { Problem } from "./problem.ts";

const NONE: readonly Problem[] = [];
const useCheckDraft = lazyFunction(async () => (await import("./check-draft.ts")).checkDraft);
const useWarningsIn = lazyFunction(async () => (await import("./check-draft.ts")).warningsIn);
const ProblemsContext = createContext<readonly Problem[]>(NONE);
/** They are shown at their fields and before publishing, and prevent nothing. */
const WarningsContext = createContext<readonly Problem[]>(NONE);

/** The problems of the draft, slightly delayed; the rules are loaded after the page. */
export function ProblemsProvider({ children }: { children: ReactNode }) {
  const draft = useDeferredValue(useElement());
  const check = useCheckDraft();
  const problems = useMemo(() => check?.(draft) ?? NONE, [check, draft]);
  const warn = useWarningsIn();
  const warnings = useMemo(() => warn?.(draft) ?? NONE, [warn, draft]);
  return (
    <ProblemsContext value={problems}>
      <WarningsContext value={warnings}>{children}</WarningsContext>
    </ProblemsContext>
  );
}

export const useProblems = (): readonly Problem[] => useContext(ProblemsContext);

export const useWarnings = (): readonly Problem[] => useContext(WarningsContext);

/** The problems to show at their places: missing values of a new element are shown only after the first input. */
export function useShownProblems(): readonly Problem[] {
  const problems = useProblems();
  return useElement() === emptyElement ? NONE : problems;
}

/** The message of the problem at exactly this place. */
export function useProblemAt(path: Path): string | undefined {
  const place = path.join("\n");
  const warnings = useContext(WarningsContext);
  return [...useShownProblems(), ...warnings].find((problem) => problem.path.join("\n") === place)?.message;
}
