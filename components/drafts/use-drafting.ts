"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { ScreenError } from "../api/trpc.ts";
import { type CopyKey, useLocalCopies } from "../ui/local-copy.ts";
import { currentQuery, replaceQuery } from "../ui/query-string.ts";
import { useTabStorage } from "../ui/tab-storage.tsx";
import type { DraftServer, DraftStore, DraftWork } from "./draft-work.ts";

const QUIET_MS = 600;
const AGAIN_MS = 4000;

/**
 * Saves the draft to the server while it is edited, one version at a time. `settled` resolves when no save is in
 * progress. `server` must stay the same object.
 */
export function useDrafting<Draft, Work extends DraftWork<Draft>>(
  store: DraftStore<Draft, Work>,
  server: DraftServer<Work>,
) {
  const storage = useTabStorage();
  const copies = useLocalCopies();
  const [refusal, setRefusal] = useState<ScreenError | null>(null);
  const underWay = useRef<Promise<void>>(Promise.resolve());
  const isOpen = useRef(true);
  const copied = useRef<CopyKey | null>(null);

  /** The tab has a copy of the draft as long as it is not saved. */
  const keepCopy = useCallback(() => {
    const work = store.getState();
    const { history, kept, keptDraft } = work;
    if (copied.current) copies.forget(copied.current);
    copied.current = null;
    if (history.present === keptDraft) return;
    copied.current = { kind: server.kind, original: server.originalOf(work), draftId: kept?.id };
    copies.write(copied.current, { title: server.titleOf(work), draft: history.present });
  }, [store, server, copies]);

  const keep = useCallback(async (): Promise<void> => {
    const work = store.getState();
    const { history, published, kept, keptDraft } = work;
    const draft = history.present;
    keepCopy();
    if (draft === keptDraft) return;
    try {
      if (draft === published) {
        if (kept) await server.discard(kept.id);
        work.keep({ kept: null, keptDraft: draft });
      } else {
        const next = await server.save(work);
        work.keep({ kept: { id: next.id, version: next.version }, keptDraft: draft });
        if (server.originalOf(work) === null && !kept && isOpen.current) replaceQuery(withDraft(next.id));
      }
      keepCopy();
      setRefusal(null);
    } catch (error) {
      // Mutations of tRPC only fail with this type.
      setRefusal(error as ScreenError);
    }
  }, [store, server, keepCopy]);

  const settle = useCallback(() => {
    underWay.current = underWay.current.then(keep);
    return underWay.current;
  }, [keep]);

  useEffect(() => {
    isOpen.current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const detach = storage.attach({ keep: keepCopy, send: settle });
    const stop = store.subscribe((now, before) => {
      if (now.history.present === before.history.present) return;
      clearTimeout(timer);
      timer = setTimeout(() => void settle(), QUIET_MS);
    });
    const work = store.getState();
    // A local copy from an earlier session of this window is unsaved work, too.
    keepCopy();
    if (work.history.present !== work.keptDraft && server.originalOf(work) !== null) void settle();
    return () => {
      isOpen.current = false;
      stop();
      clearTimeout(timer);
      // Changes right before leaving the screen are saved as well.
      void settle().finally(detach);
    };
  }, [store, server, storage, settle, keepCopy]);

  const isLost = refusal !== null && refusal.data?.kind === undefined;
  useEffect(() => {
    if (!isLost) return;
    const timer = setInterval(() => void settle(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [isLost, settle]);

  /** Pauses saving during an action that itself decides about the draft. */
  const hold = useCallback(
    <Result>(act: () => Promise<Result>): Promise<Result> => {
      const held = underWay.current.then(act);
      underWay.current = held.then(keep, keep);
      return held;
    },
    [keep],
  );

  return { settled: settle, hold, refusal };
}

function withDraft(id: number): URLSearchParams {
  const query = currentQuery();
  query.set("draft", String(id));
  return query;
}
