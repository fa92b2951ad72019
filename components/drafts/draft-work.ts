import { statusOf } from "../api/trpc.ts";
import type { CopyKind } from "../ui/local-copy.ts";
import type { History } from "./history.ts";

/** A version of a draft on the server. */
export type Version = { id: number; version: number };

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
  kept: Version | null;
  keptDraft: Draft | null;
};

type Saved<Draft> = Partial<Pick<DraftWork<Draft>, "revision" | "published" | "kept" | "keptDraft">>;

/** The store of a screen that edits drafts. */
export type DraftStore<Draft, Work extends DraftWork<Draft>> = {
  getState: () => Work & { keep: (saved: Saved<Draft>) => void };
  subscribe: (listener: (now: Work, before: Work) => void) => () => void;
};

/** The published original and the user's draft on the server. */
export type Stored<Draft> = {
  published: { revision: number; draft: Draft } | null;
  own: (Version & { basedOn: number | null; draft: Draft; digest: string }) | null;
};

export const NOTHING_STORED = { published: null, own: null } as const;

/** The stored draft of something new; nothing before it is saved, and after it was published or discarded. */
export async function orNothing<Draft>(reading: Promise<Stored<Draft>> | null): Promise<Stored<Draft>> {
  try {
    return (await reading) ?? NOTHING_STORED;
  } catch (error) {
    if (statusOf(error) === 404) return NOTHING_STORED;
    throw error;
  }
}

/** Saves drafts of one kind. */
export type DraftServer<Draft, Work> = {
  /** Identifies the kind in the storage of the window. */
  kind: CopyKind;
  /** The name that the user gave the draft. */
  titleOf: (work: Work) => string;
  /** The id of the published original; null if there is none. */
  originalOf: (work: Work) => number | null;
  read: (work: Work) => Promise<Stored<Draft>>;
  save: (work: Work) => Promise<Version>;
  discard: (kept: Version) => Promise<unknown>;
  /** Replaces the draft in the editor by the one of another window. */
  take: (draft: Draft) => void;
  /** Leaves the editor of a draft that another window published or discarded. */
  leave: () => void;
};

/** How requests name a draft to delete. */
export const removed = ({ id, version }: Version) => ({ draftId: id, draftVersion: version });
