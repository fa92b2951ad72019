"use client";

import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useCallback,
  useContext,
  useState,
} from "react";
import { useDiscardQuestion } from "../ui/use-discard-question.tsx";

/** A text that was edited, and the one that it was made from. */
type Edit = { text: string; source: string };
type Edits = Readonly<Record<string, Edit>>;

const UnappliedTexts = createContext<readonly [Edits, Dispatch<SetStateAction<Edits>>] | null>(null);

/**
 * Keeps edited texts of an editor until they are applied, also while the views that show them are closed. Leaving the
 * page asks first.
 */
export function UnappliedTextsProvider({ children }: { children: ReactNode }) {
  const state = useState<Edits>({});
  const { question } = useDiscardQuestion(() => Object.keys(state[0]).length > 0);
  return (
    <UnappliedTexts value={state}>
      {children}
      {question}
    </UnappliedTexts>
  );
}

function useEdits() {
  const state = useContext(UnappliedTexts);
  if (!state) throw new Error("Edited texts are kept nowhere here.");
  return state;
}

export const useHasUnapplied = (name: string): boolean => useEdits()[0][name] !== undefined;

/** Keeps the edited texts of what has another name now; `nameOf` maps a name to the next one. */
export function useRenameUnapplied(): (nameOf: (name: string) => string) => void {
  const [, setEdits] = useEdits();
  return useCallback(
    (nameOf) =>
      setEdits((edits) => {
        const names = Object.keys(edits);
        if (names.every((name) => nameOf(name) === name)) return edits;
        return Object.fromEntries(Object.entries(edits).map(([name, edit]) => [nameOf(name), edit]));
      }),
    [setEdits],
  );
}

/**
 * A text that follows `source` until it is edited. It is outdated if `source` has changed since: applying it would revert
 * that change.
 */
export function useUnappliedText(name: string, source: string) {
  const [edits, setEdits] = useEdits();
  const edit = edits[name];
  const forget = () => setEdits(({ [name]: _, ...others }) => others);
  return {
    text: edit?.text ?? source,
    isEdited: edit !== undefined,
    isOutdated: edit !== undefined && edit.source !== source,
    edit(text: string) {
      if (text === source) return forget();
      setEdits((before) => ({ ...before, [name]: { text, source: before[name]?.source ?? source } }));
    },
    forget,
  };
}
