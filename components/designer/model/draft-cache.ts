import type { Draft } from "./draft.ts";

/** Memoizes a function of a draft: drafts are immutable, so each result is computed once. */
export function cachedByDraft<Result>(workOut: (draft: Draft) => Result): (draft: Draft) => Result {
  const known = new WeakMap<Draft, { result: Result }>();
  return (draft) => {
    const before = known.get(draft);
    if (before) return before.result;
    const result = workOut(draft);
    known.set(draft, { result: result });
    return result;
  };
}
