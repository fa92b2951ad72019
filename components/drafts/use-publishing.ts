"use client";

import { useEffect, useState } from "react";
import { type StoreApi, useStore } from "zustand";
import type { ScreenError } from "../api/trpc.ts";
import { isOk } from "../ui/is-ok.ts";
import type { DraftServer, DraftStore, DraftWork } from "./draft-work.ts";
import { useDrafting } from "./use-drafting.ts";

const AGAIN_MS = 4000;

/** The state of the draft compared to the published revision and the saved draft. */
export type WorkState =
  | "new"
  | "keeping"
  | "draft"
  | "publishing"
  | "published"
  | "conflict"
  | "elsewhere"
  | "offline"
  | "failed";

/** States in which the user has to act. */
export const FAULTS: readonly WorkState[] = ["conflict", "elsewhere", "offline", "failed"];

/** Drafts are saved automatically; publishing makes the draft the revision in use. */
export function usePublishing<Draft, Work extends DraftWork<Draft>>(
  store: DraftStore<Draft, Work> & StoreApi<Work>,
  server: DraftServer<Draft, Work>,
) {
  const isPublished = useStore(store, ({ history, published }) => history.present === published);
  const isKept = useStore(store, ({ history, keptDraft }) => history.present === keptDraft);
  const isUntouched = useStore(store, ({ history, kept }) => history.past.length === 0 && kept === null);
  const present = useStore(store, ({ history }) => history.present);
  const { hold, settled, choose, refusal } = useDrafting<Draft, Work>(store, server);
  const [isPublishing, setIsPublishing] = useState(false);
  const [failed, setFailed] = useState<{ error: ScreenError; draft: Draft } | null>(null);

  /** Publishes by `send`, which resolves with the new revision; resolves with null if it was refused. */
  const publish = <Sent extends { revision: number }>(send: (work: Work) => Promise<Sent>): Promise<Sent | null> =>
    hold(async () => {
      const work = store.getState();
      const published = work.history.present;
      setFailed(null);
      setIsPublishing(true);
      try {
        const sent = await send(work);
        work.keep({ revision: sent.revision, published, kept: null, keptDraft: published });
        return sent;
      } catch (refused) {
        // Mutations of tRPC only fail with this type.
        const error = refused as ScreenError;
        // The next save finds out which version another window has saved, and asks.
        if (error.data?.reason === "draftChanged") work.keep({ keptDraft: null });
        else setFailed({ error, draft: published });
        return null;
      } finally {
        setIsPublishing(false);
      }
    });

  const isConflict = failed?.error.data?.reason === "publishedMeanwhile";
  // For a different draft, only a conflict is still relevant.
  const error = failed && (isConflict || present === failed.draft) ? failed.error : null;
  const isLost = error !== null && error.data?.kind === undefined;
  useEffect(() => {
    if (!isLost) return;
    const look = async () => {
      if (await isOk("/livez")) setFailed(null);
    };
    const timer = setInterval(look, AGAIN_MS);
    window.addEventListener("online", look);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", look);
    };
  }, [isLost]);
  const states: [boolean, WorkState][] = [
    [isPublishing, "publishing"],
    [isConflict, "conflict"],
    [refusal?.data?.kind === "conflict", "elsewhere"],
    [refusal !== null && refusal.data?.kind === undefined, "offline"],
    [error !== null || refusal !== null, "failed"],
    [isPublished, "published"],
    [isUntouched, "new"],
    [isKept, "draft"],
  ];
  const state = states.find(([is]) => is)?.[1] ?? "keeping";
  return { publish, settled, choose, state, error: error ?? refusal, forget: () => setFailed(null) };
}
