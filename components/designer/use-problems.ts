import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useDesign, useDraft } from "./design.ts";
import type { Problem, problemsOf } from "./problems.ts";
import { useRunValues } from "./run-values.tsx";
import { useSpeech } from "./speech.ts";
import { useFormulaCalls } from "./use-formula-calls.ts";

/** The problems of the draft, slightly delayed; validation runs after rendering. */
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
