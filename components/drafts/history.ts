/** The undo history: whole drafts, which share all unchanged parts. */
export type History<State> = {
  past: State[];
  present: State;
  future: State[];
  /** The field that is being edited; the next change of the same field adds no undo step. */
  burst: string | undefined;
};

const MOST = 200;

export const beginHistory = <State>(present: State): History<State> => ({
  past: [],
  present,
  future: [],
  burst: undefined,
});

/** The history with one more state. Consecutive changes of one `burst` are undone together. */
export function remember<State>(history: History<State>, next: State, burst?: string): History<State> {
  const { past, present } = history;
  if (next === present) return history;
  const continues = burst !== undefined && burst === history.burst && past.length > 0;
  return { past: continues ? past : [...past, present].slice(-MOST), present: next, future: [], burst };
}

export function undo<State>({ past, present, future }: History<State>): History<State> {
  const before = past.at(-1);
  return before === undefined
    ? { past, present, future, burst: undefined }
    : { past: past.slice(0, -1), present: before, future: [present, ...future], burst: undefined };
}

export function redo<State>({ past, present, future }: History<State>): History<State> {
  const [after, ...rest] = future;
  return after === undefined
    ? { past, present, future, burst: undefined }
    : { past: [...past, present], present: after, future: rest, burst: undefined };
}
