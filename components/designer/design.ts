"use client";

import { createContext, useContext } from "react";
import { createStore, useStore } from "zustand";
import { burstOf, type Change, changeDraft } from "./change-draft.ts";
import { type Draft, idOf, type PartRef } from "./draft.ts";
import { beginHistory, type History, redo, remember, undo } from "./history.ts";
import type { Lens } from "./lens.ts";

/** What is open in the designer: the draft with its history, what is selected, and the run that is looked at. */
export type Design = {
  formulaId: number | null;
  revision: number | null;
  history: History<Draft>;
  /** The draft as the server has it; another one means there is something to save. */
  saved: Draft | null;
  /** The id of a part. */
  selected: string | null;
  lens: Lens | null;
  /** For people who do not see the canvas change. */
  said: string;
  change: (change: Change, says?: string) => void;
  undo: () => void;
  redo: () => void;
  select: (ref: PartRef | null) => void;
  show: (lens: Lens | null) => void;
  keep: (kept: { formulaId: number; revision: number; saved: Draft }) => void;
};

export type DesignStore = ReturnType<typeof createDesign>;

export function createDesign(opened: { formulaId: number | null; revision: number | null; draft: Draft }) {
  const { formulaId, revision, draft } = opened;
  return createStore<Design>((set) => ({
    formulaId,
    revision,
    history: beginHistory(draft),
    saved: formulaId === null ? null : draft,
    selected: null,
    lens: null,
    said: "",
    change: (change, says) =>
      set((design) => {
        const next = changeDraft(design.history.present, change);
        const said = next === design.history.present ? design.said : (says ?? design.said);
        return { history: remember(design.history, next, burstOf(change)), said, ...following(design, change) };
      }),
    undo: () => set(({ history }) => ({ history: undo(history), said: "Undone." })),
    redo: () => set(({ history }) => ({ history: redo(history), said: "Done again." })),
    select: (ref) => set({ selected: ref && idOf(ref) }),
    show: (lens) => set({ lens }),
    keep: (kept) => set(kept),
  }));
}

/** The selection goes where the change was made. */
function following({ selected }: Design, change: Change): Partial<Design> {
  if (change.do === "addStep" && change.name) return { selected: idOf({ step: change.name }) };
  if (change.do === "setTrigger") return { selected: idOf({ trigger: change.at }) };
  if (change.do === "renameStep" && selected === idOf({ step: change.name }))
    return { selected: idOf({ step: change.to }) };
  if (change.do === "removeStep" && selected === idOf({ step: change.name })) return { selected: null };
  return {};
}

const DesignContext = createContext<DesignStore | null>(null);
export const DesignProvider = DesignContext.Provider;

export function useDesignStore(): DesignStore {
  const store = useContext(DesignContext);
  if (!store) throw new Error("A part of the designer stands outside of it.");
  return store;
}

export const useDesign = <Part>(part: (design: Design) => Part): Part => useStore(useDesignStore(), part);

export const useDraft = (): Draft => useDesign(({ history }) => history.present);
