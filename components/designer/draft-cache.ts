import type { Draft } from "./draft.ts";

/** The same answer for the same draft, which never changes: it is worked out once, however many ask. */
export function cachedByDraft<Answer>(workOut: (draft: Draft) => Answer): (draft: Draft) => Answer {
  const known = new WeakMap<Draft, { answer: Answer }>();
  return (draft) => {
    const before = known.get(draft);
    if (before) return before.answer;
    const answer = workOut(draft);
    known.set(draft, { answer });
    return answer;
  };
}
