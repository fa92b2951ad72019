"use client";

import { createContext, useContext } from "react";
import { createStore, useStore } from "zustand";
import type { DraftWork } from "../../drafts/draft-work.ts";
import { beginHistory, redo, remember, undo } from "../../drafts/history.ts";
import type { ElementDraft } from "./element-draft.ts";
import { type Path, setAt, valueAt } from "./paths.ts";
import type { TestedRequest } from "./tested-request.ts";

type ChangeOptions = {
  /** Announced to screen readers. */
  announce?: string | undefined;
  /** Consecutive changes of one burst are undone together; by default the changed place. */
  burst?: string | undefined;
};

/** The request and response of a test. */
export type Sample = { request: unknown; response: unknown };

/** An address that waits for a webhook of the provider. */
export type WebhookCapture = { id: number; url: string; expiresDate: string };

/** The state of the builder: the draft with its history, and its author's position. */
export type Builder = DraftWork<ElementDraft> & {
  elementId: number | null;
  elementKey: string | null;
  mayChange: boolean;
  /** The open part. */
  part: string;
  /** The selected item of that part, such as the position of a resource; null if none is. */
  item: string | null;
  /** The account that the draft is tested with, by its key; null for the first. */
  account: string | null;
  /** The requests and responses of the last tests, by the address of the operation. */
  samples: Readonly<Record<string, Sample>>;
  /** The last test request. */
  tested: TestedRequest | null;
  /** The open webhook capture; its address is not returned again. */
  capture: WebhookCapture | null;
  /** The place to navigate to; its field takes the focus once it is rendered. */
  wanted: Path | null;
  announcement: string;
  /** Sets the value at a place; undefined removes it. */
  set: (path: Path, value: unknown, options?: ChangeOptions) => void;
  /** Any other change. */
  edit: (make: (draft: ElementDraft) => ElementDraft, options?: ChangeOptions) => void;
  undo: (announce?: string) => void;
  redo: (announce?: string) => void;
  open: (part: string, item?: string | null) => void;
  /** Opens a part at one of its fields. */
  goTo: (part: string, item: string | null, path: Path) => void;
  /** The field at the wanted place has taken the focus. */
  found: () => void;
  announce: (text: string) => void;
  chooseAccount: (key: string) => void;
  keepSample: (address: string, sample: Sample) => void;
  test: (tested: TestedRequest) => void;
  waitAt: (capture: WebhookCapture | null) => void;
  keep: (
    saved: Partial<Pick<Builder, "elementId" | "elementKey" | "revision" | "published" | "kept" | "keptDraft">>,
  ) => void;
};

/** The initial state. Without `mayChange` it is read-only, and every change is ignored. */
export type Opened = Pick<
  Builder,
  "elementId" | "elementKey" | "revision" | "published" | "kept" | "keptDraft" | "mayChange" | "part" | "item"
> & { draft: ElementDraft };

export type BuilderStore = ReturnType<typeof createBuilder>;

export function createBuilder({ draft, ...opened }: Opened) {
  return createStore<Builder>((set) => {
    const edit: Builder["edit"] = (make, { announce, burst } = {}) =>
      set(({ mayChange, history, announcement }) =>
        mayChange
          ? { history: remember(history, make(history.present), burst), announcement: announce ?? announcement }
          : {},
      );
    return {
      ...opened,
      history: beginHistory(draft),
      account: null,
      samples: {},
      tested: null,
      capture: null,
      wanted: null,
      announcement: "",
      edit,
      set: (path, value, options) =>
        edit((present) => setAt(present, path, value), { burst: path.join("."), ...options }),
      undo: (announcement = "") => set(({ history }) => ({ history: undo(history), announcement })),
      redo: (announcement = "") => set(({ history }) => ({ history: redo(history), announcement })),
      open: (part, item = null) => set({ part, item }),
      goTo: (part, item, wanted) => set({ part, item, wanted }),
      found: () => set({ wanted: null }),
      announce: (announcement) => set({ announcement }),
      chooseAccount: (account) => set({ account }),
      keepSample: (address, sample) => set(({ samples }) => ({ samples: { ...samples, [address]: sample } })),
      test: (tested) => set({ tested }),
      waitAt: (capture) => set({ capture }),
      keep: (saved) => set(saved),
    };
  });
}

const BuilderContext = createContext<BuilderStore | null>(null);
export const BuilderProvider = BuilderContext.Provider;

export function useBuilderStore(): BuilderStore {
  const store = useContext(BuilderContext);
  if (!store) throw new Error("A part of the builder stands outside of it.");
  return store;
}

export const useBuilder = <Part>(part: (builder: Builder) => Part): Part => useStore(useBuilderStore(), part);

export const useElement = (): ElementDraft => useBuilder(({ history }) => history.present);

/** The value at a place of the draft. */
export const useValue = (path: Path): unknown => useBuilder(({ history }) => valueAt(history.present, path));
