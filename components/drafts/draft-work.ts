import type { CopyKind } from "../ui/local-copy.ts";
import type { History } from "./history.ts";

/**
 * The part of a screen's state that saving and publishing need: a draft, compared to the published and the saved
 * version.
 */
export type DraftWork<Draft> = {
  /** The published revision that the draft is based on; null if nothing is published. */
  revision: number | null;
  history: History<Draft>;
  /** The original at that revision; if the draft differs, there is something to publish. */
  published: Draft | null;
  /** The draft as stored on the server, with the version that the next save must name. */
  kept: { id: number; version: number } | null;
  keptDraft: Draft | null;
};

type Saved<Draft> = Partial<Pick<DraftWork<Draft>, "revision" | "published" | "kept" | "keptDraft">>;

/** The store of a screen that edits drafts. */
export type DraftStore<Draft, Work extends DraftWork<Draft>> = {
  getState: () => Work & { keep: (saved: Saved<Draft>) => void };
  subscribe: (listener: (now: Work, before: Work) => void) => () => void;
};

/** Saves drafts of one kind. */
export type DraftServer<Work> = {
  /** Identifies the kind in the storage of the window. */
  kind: CopyKind;
  /** The name that the user gave the draft. */
  titleOf: (work: Work) => string;
  /** The id of the published original; null if there is none. */
  originalOf: (work: Work) => number | null;
  save: (work: Work) => Promise<{ id: number; version: number }>;
  discard: (draftId: number) => Promise<unknown>;
};
