"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useCallback, useContext, useDeferredValue, useMemo } from "react";
import { useEntryTexts } from "../../entries/use-entry-texts.ts";
import { lazyFunction } from "../../ui/lazy-component.tsx";
import { useElement } from "./builder.ts";
import { emptyElement } from "./element-draft.ts";
import type { Path } from "./paths.ts";
import type { Problem } from "./problem.ts";

const NONE: readonly Problem[] = [];
const useCheckDraft = lazyFunction(async () => (await import("./check-draft.ts")).checkDraft);
const ProblemsContext = createContext<readonly Problem[]>(NONE);

/** The problems of the draft, slightly delayed; the rules are loaded after the page. */
export function ProblemsProvider({ children }: { children: ReactNode }) {
  const draft = useDeferredValue(useElement());
  const check = useCheckDraft();
  const text = useProblemText();
  const problems = useMemo(
    () => check?.(draft).map((problem) => ({ ...problem, message: text(problem) })) ?? NONE,
    [check, draft, text],
  );
  return <ProblemsContext value={problems}>{children}</ProblemsContext>;
}

/** The message of a problem in the language of the screen, if it is in the catalog. */
function useProblemText() {
  const t = useTranslations("builder.warnings");
  const texts = useEntryTexts();
  return useCallback(
    ({ reason, message }: Problem) => {
      if (!reason) return message;
      const { entry = "", name = "", ...values } = reason.values;
      return t(reason.key, { ...values, name: texts.text(entry, name) });
    },
    [t, texts],
  );
}

/** Every problem: those that prevent publishing, and warnings. */
export const useProblems = (): readonly Problem[] => useContext(ProblemsContext);

/** The problems to show at their places: missing values of a new element are shown only after the first input. */
export function useShownProblems(): readonly Problem[] {
  const problems = useProblems();
  return useElement() === emptyElement ? NONE : problems;
}

/** The message of the problem at exactly this place. */
export function useProblemAt(path: Path): string | undefined {
  const place = path.join("\n");
  return useShownProblems().find((problem) => problem.path.join("\n") === place)?.message;
}

export const isError = ({ severity }: Problem): boolean => severity === "error";
