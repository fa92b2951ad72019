import type { Draft } from "./draft.ts";

/** Memoizes a function of a draft: drafts are immutable, so each result is computed once. */
export function cachedByDraft<Answer>(workOut: (draft: Draft) => Answer): (draft: Draft) => Answer {
  const known = new WeakMap<Draft, { result: Answer }>();
  return (draft) => {
    const before = known.get(draft);
    if (before) return before.result;
    const result = workOut(draft);
    known.set(draft, { result: result });
    return result;
  };
}
