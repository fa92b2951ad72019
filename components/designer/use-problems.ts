import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useDesign, useDraft } from "./design.ts";
import type { Problem, problemsOf } from "./problems.ts";
import { useRunValues } from "./run-values.tsx";
import { useSpeech } from "./speech.ts";
import { useFormulaCalls } from "./use-formula-calls.ts";

/** What is to be looked at in the draft, a moment behind it; the rules come after the picture. */
export function useProblems(): Problem[] {
  const speech = useSpeech();
  const draft = useDeferredValue(useDraft());
  const values = useRunValues();
  const calls = useFormulaCalls();
  const formulaId = useDesign((design) => design.formulaId);
  const [find, setFind] = useState<typeof problemsOf>();
  useEffect(() => void import("./problems.ts").then(({ problemsOf }) => setFind(() => problemsOf)), []);
  return useMemo(
    () => find?.(draft, speech, { values, calls, formulaId }) ?? [],
    [find, draft, speech, values, calls, formulaId],
  );
}
