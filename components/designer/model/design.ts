"use client";

import { createContext, useContext } from "react";
import { createStore, useStore } from "zustand";
import type { ReadScript } from "#server/script/script.ts";
import { beginHistory, type History, redo, remember, undo } from "../../drafts/history.ts";
import { burstOf, type Change, changeDraft } from "./change-draft.ts";
import { type Draft, idOf, type PartRef, partOf, refOf } from "./draft.ts";
import { partsOf } from "./graph.ts";
import type { RunOverlay } from "./run-overlay.ts";

/** The state of the designer: the draft with its history, the selection, and the run that is shown. */
export type Design = {
  /** Loaded with the designer, since its parser is too large to delay the page for it. */
  readScript: ReadScript;
  formulaId: number | null;
  /** The published revision that the draft is based on. */
  revision: number | null;
  history: History<Draft>;
  /** The formula as it was published at that revision; if the draft differs, there is something to publish. */
  published: Draft | null;
  /** The draft as stored on the server, with the version that the next save must name. */
  kept: { id: number; version: number } | null;
  keptDraft: Draft | null;
  /** The id of the part in the inspector. */
  selected: string | null;
  /** The ids of all selected parts, including that one. */
  group: readonly string[];
  /** Where the focus goes once that is rendered, after a change or by a shortcut. */
  landing: FocusTarget | null;
  overlay: RunOverlay | null;
  /** Where parts were moved to on the canvas, by id: written while they move, which renders nothing. */
  positions: Map<string, { x: number; y: number }>;
  /** The ids of the connections that tests use, by variable; `newAccounts` are those that are not stored yet. */
  testAccounts: Readonly<Record<string, string>>;
  newAccounts: Readonly<Record<string, string>>;
  /** The changes of parts since another state of the formula, by id. */
  marks: Marks | null;
  /** Announcements for screen readers. */
  announcement: string;
  change: (change: Change, message?: string) => void;
  undo: (message?: string) => void;
  redo: (message?: string) => void;
  select: (ref: PartRef | null) => void;
  /** Selects a part and navigates to one of its properties. */
  goTo: (ref: PartRef, property: string | undefined) => void;
  /** Selects nothing; the focus goes from the part, or from its fields, to the part. */
  deselect: () => void;
  /** Moves the focus to the field that connects the selected part to another. */
  connect: () => void;
  /** The focus has moved. */
  landed: () => void;
  /** Selects these parts; `shown`, or else the one that was shown before, stays in view. */
  selectAll: (ids: readonly string[], shown?: string) => void;
  /** Adds a part to the selection, or removes it. */
  toggle: (ref: PartRef) => void;
  chooseAccount: (variable: string, connectionId: string) => void;
  show: (overlay: RunOverlay | null) => void;
  keep: (kept: Partial<Pick<Design, "formulaId" | "revision" | "published" | "kept" | "keptDraft">>) => void;
};

/**
 * The first empty field of a part or the field of one property, the part itself, the part outside of the inspector, or
 * the field that connects it to another. `isLost`: only if the element with the focus is removed.
 */
export type FocusTarget = {
  id: string;
  on: "field" | "property" | "part" | "outside" | "connector";
  property?: string;
  isLost?: boolean;
};

export type Mark = "added" | "removed" | "renamed" | "changed";
export type Marks = ReadonlyMap<string, Mark>;

/** The initial state. Without `mayChange` it is read-only, and every change is ignored. */
export type Opened = Pick<Design, "readScript" | "formulaId" | "revision" | "published" | "kept" | "keptDraft"> & {
  draft: Draft;
  mayChange: boolean;
  marks?: Marks;
  positions?: Readonly<Record<string, { x: number; y: number }>>;
};

export type DesignStore = ReturnType<typeof createDesign>;

export function createDesign({ draft, mayChange, marks, positions = {}, ...opened }: Opened) {
  return createStore<Design>((set) => ({
    ...opened,
    history: beginHistory(draft),
    selected: null,
    group: [],
    landing: null,
    overlay: null,
    positions: new Map(Object.entries(positions)),
    testAccounts: {},
    newAccounts: {},
    marks: marks ?? null,
    announcement: "",
    change: (change, message) =>
      set((design) => {
        if (!mayChange) return {};
        const next = changeDraft(design.history.present, change, design.readScript);
        const announcement = next === design.history.present ? design.announcement : (message ?? design.announcement);
        return {
          history: remember(design.history, next, burstOf(change)),
          announcement,
          ...following(design, change, next),
        };
      }),
    undo: (announcement) => set((design) => travel(design, undo(design.history), announcement)),
    redo: (announcement) => set((design) => travel(design, redo(design.history), announcement)),
    select: (ref) => set(only(ref && idOf(ref))),
    goTo: (ref, property) => {
      const id = idOf(ref);
      set({ ...only(id), landing: property === undefined ? { id, on: "part" } : { id, on: "property", property } });
    },
    deselect: () => set(({ selected: id }) => (id === null ? {} : { ...only(null), landing: { id, on: "outside" } })),
    connect: () => set(({ selected: id }) => ({ landing: id === null ? null : { id, on: "connector" } })),
    landed: () => set({ landing: null }),
    selectAll: (group, shown) =>
      set(({ selected }) => {
        const kept = group.find((id) => id === selected);
        return several(group, shown ?? kept ?? group[0]);
      }),
    toggle: (ref) =>
      set(({ group, selected }) => {
        const id = idOf(ref);
        const others = group.filter((other) => other !== id);
        if (others.length === group.length) return several([...group, id], id);
        return several(others, others.find((other) => other === selected) ?? others.at(-1));
      }),
    chooseAccount: (variable, connectionId) =>
      set(({ testAccounts, newAccounts }) => ({
        testAccounts: { ...testAccounts, [variable]: connectionId },
        newAccounts: { ...newAccounts, [variable]: connectionId },
      })),
    show: (overlay) => set({ overlay }),
    keep: (kept) => set(kept),
  }));
}

/** Whether the last change moves the focus itself; otherwise a dialog that closes returns it to where it was. */
export const movesFocus = ({ landing }: Pick<Design, "landing">): boolean => landing !== null && !landing.isLost;

const only = (id: string | null) => ({ selected: id, group: id === null ? [] : [id] });

/** The canvas may scroll to the part that is shown: what had the focus may be gone then. */
const several = (group: readonly string[], shown: string | undefined): Partial<Design> =>
  shown === undefined ? only(null) : { group, selected: shown, landing: { id: shown, on: "part", isLost: true } };

const travel = (design: Design, history: History<Draft>, announcement = ""): Partial<Design> => ({
  history,
  announcement,
  ...remaining(design, history.present),
});

/** The selection in another state of the draft: a renamed step stays selected, and the part before replaces one that is gone. */
function remaining({ selected, group, history }: Design, next: Draft): Partial<Design> {
  const { present } = history;
  const ids = group.map((id) => idIn(next, present, id));
  if (selected === null || ids.every((id, at) => id === group[at])) return {};
  const gone = present.steps.map(({ name }) => name).filter((step) => !partOf(next, { step }));
  const id = idIn(next, present, selected) ?? partBefore(present, gone);
  const found = id !== null && partOf(next, refOf(id)) ? id : null;
  if (found === null) return only(null);
  const others = ids.filter((other) => other !== null && other !== found);
  return { selected: found, group: [...(others as string[]), found], landing: { id: found, on: "part", isLost: true } };
}

/** The id of a part in another state of the draft, where a step at the same place may have another name; null if it is gone. */
export function idIn(next: Draft, present: Draft, id: string): string | null {
  const ref = refOf(id);
  if (partOf(next, ref)) return id;
  if (!("step" in ref) || next.steps.length !== present.steps.length) return null;
  const twin = next.steps[present.steps.findIndex(({ name }) => name === ref.step)];
  return twin && !partOf(present, { step: twin.name }) ? idOf({ step: twin.name }) : null;
}

/** Selection and focus follow the change. */
function following(design: Design, change: Change, next: Draft): Partial<Design> {
  const { selected, history } = design;
  const { present } = history;
  if (change.do === "addStep" && change.name) return landingOn(idOf({ step: change.name }), "field");
  if (change.do === "setTrigger") {
    const id = idOf({ trigger: change.at });
    return present.triggers[change.at] ? only(id) : landingOn(id, "field");
  }
  if (change.do === "renameStep" && selected === idOf({ step: change.name }))
    return next === present ? {} : landingOn(idOf({ step: change.to }), "part");
  if (change.do === "removeStep" && selected === idOf({ step: change.name }))
    return landingOn(partBefore(present, [change.name]), "part");
  if (change.do === "replace") return remaining(design, next);
  if (change.do === "removeSteps") return landingOn(partBefore(present, change.names), "part");
  if (change.do === "duplicateSteps" || change.do === "paste") {
    const group = next.steps.slice(present.steps.length).map(({ name }) => idOf({ step: name }));
    const last = group.at(-1);
    return { group, selected: last ?? null, landing: last === undefined ? null : { id: last, on: "part" } };
  }
  return {};
}

const landingOn = (id: string | null, on: FocusTarget["on"]): Partial<Design> => ({
  ...only(id),
  landing: id === null ? null : { id, on },
});

/** The part with an arrow to the first of these steps, or else the preceding one. */
function partBefore(draft: Draft, names: readonly string[]): string | null {
  const gone = new Set(names);
  const parts = partsOf(draft);
  const at = parts.findIndex(({ ref }) => "step" in ref && gone.has(ref.step));
  const [first] = names;
  const stays = parts.filter(({ ref }) => !("step" in ref && gone.has(ref.step)));
  const leads = stays.find(
    ({ part }) => first !== undefined && [...part.onSuccess, ...part.onFailure].some((name) => name === first),
  );
  const before = leads ?? parts.slice(0, Math.max(at, 0)).findLast((part) => stays.includes(part)) ?? stays[0];
  return before ? idOf(before.ref) : null;
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
