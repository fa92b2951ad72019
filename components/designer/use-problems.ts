import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useDesign, useDraft } from "./model/design.ts";
import type { Problem } from "./model/problem.ts";
import type { problemsOf } from "./model/problems.ts";
import { useRunValues } from "./model/run-values.tsx";
import { useSpeech } from "./model/speech.ts";
import { useFormulaCalls } from "./model/use-formula-calls.ts";

/** The problems of the draft, slightly delayed; validation runs after rendering. */
export function useProblems(): Problem[] {
  const speech = useSpeech();
  const draft = useDeferredValue(useDraft());
  const values = useRunValues();
  const calls = useFormulaCalls();
  const formulaId = useDesign((design) => design.formulaId);
  const [find, setFind] = useState<typeof problemsOf>();
  useEffect(() => void import("./model/problems.ts").then(({ problemsOf }) => setFind(() => problemsOf)), []);
  return useMemo(
    () => find?.(draft, speech, { values, calls, formulaId }) ?? [],
    [find, draft, speech, values, calls, formulaId],
  );
}
