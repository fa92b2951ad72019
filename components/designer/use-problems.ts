import { useDeferredValue, useMemo } from "react";
import { lazyFunction } from "../ui/lazy-component.tsx";
import { useDesign, useDraft } from "./model/design.ts";
import type { Problem } from "./model/problem.ts";
import { useRunValues } from "./model/run-values.tsx";
import { useSpeech } from "./model/speech.ts";
import { useFormulaCalls } from "./model/use-formula-calls.ts";
import { useKnownIds } from "./model/use-known-ids.ts";

const useProblemsOf = lazyFunction(async () => (await import("./model/problems.ts")).problemsOf);

/** The problems of the draft, slightly delayed; validation runs after rendering. */
export function useProblems(): Problem[] {
  const speech = useSpeech();
  const draft = useDeferredValue(useDraft());
  const values = useRunValues();
  const calls = useFormulaCalls();
  const ids = useKnownIds();
  const formulaId = useDesign((design) => design.formulaId);
  const find = useProblemsOf();
  return useMemo(
    () => find?.(draft, speech, { values, calls, formulaId, ids }) ?? [],
    [find, draft, speech, values, calls, formulaId, ids],
  );
}
