"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { ScreenError } from "../api/trpc.ts";
import { type CopyBase, type CopyKey, useLocalCopies } from "../ui/local-copy.ts";
import { currentQuery, replaceQuery } from "../ui/query-string.ts";
import { useTabStorage } from "../ui/tab-storage.tsx";
import { isUnconfirmed } from "./begin-work.ts";
import { draftDigest } from "./draft-digest.ts";
import type { DraftServer, DraftStore, DraftWork } from "./draft-work.ts";

const QUIET_MS = 600;
const AGAIN_MS = 4000;
const MOST_UNCONFIRMED = 20;

/**
 * Saves the draft to the server while it is edited, one version at a time. `settled` resolves when no save is in
 * progress. `server` must stay the same object.
 *
 * Saving names the version that this window knows. If another window has saved or published since, it is refused, and
 * the user chooses a version (`choose`).
 */
export function useDrafting<Draft, Work extends DraftWork<Draft>>(
  store: DraftStore<Draft, Work>,
  server: DraftServer<Draft, Work>,
) {
  const storage = useTabStorage();
  const copies = useLocalCopies();
  const [refusal, setRefusal] = useState<ScreenError | null>(null);
  const underWay = useRef<Promise<void>>(Promise.resolve());
  const isOpen = useRef(true);
  const copied = useRef<CopyKey | null>(null);
  const unconfirmed = useRef<CopyBase["unconfirmed"]>([]);

  /** The tab has a copy of the draft as long as it is not saved. */
  const keepCopy = useCallback(() => {
    const work = store.getState();
    const { history, kept, keptDraft, revision } = work;
    if (copied.current) copies.forget(copied.current);
    copied.current = null;
    if (history.present === keptDraft) return;
    copied.current = { kind: server.kind, original: server.originalOf(work), draftId: kept?.id };
    const base = { kept: kept && { id: kept.id, version: kept.version }, revision, unconfirmed: unconfirmed.current };
    copies.write(copied.current, { title: server.titleOf(work), draft: history.present, base });
  }, [store, server, copies]);

  const keep = useCallback(async (): Promise<void> => {
    const work = store.getState();
    const { history, published, kept, keptDraft } = work;
    const draft = history.present;
    if (draft === keptDraft) return keepCopy();
    try {
      if (draft === published) {
        keepCopy();
        if (kept) await server.discard(kept);
        work.keep({ kept: null, keptDraft: draft });
      } else {
        unconfirmed.current = [...unconfirmed.current, draftDigest(draft)].slice(-MOST_UNCONFIRMED);
        keepCopy();
        const next = await server.save(work);
        unconfirmed.current = [];
        work.keep({ kept: { id: next.id, version: next.version }, keptDraft: draft });
        if (server.originalOf(work) === null && !kept && isOpen.current) replaceQuery(withDraft(next.id));
      }
      keepCopy();
      setRefusal(null);
    } catch (error) {
      // Mutations of tRPC only fail with this type.
      const refused = error as ScreenError;
      if (refused.data?.kind !== "conflict") return setRefusal(refused);
      const own = await server.read(work).then(
        (stored) => stored.own,
        () => null,
      );
      if (!own || !isUnconfirmed(own, unconfirmed.current)) return setRefusal(refused);
      // It was saved, and only the response was lost.
      unconfirmed.current = [];
      setRefusal(null);
      work.keep({
        kept: { id: own.id, version: own.version },
        keptDraft: own.digest === draftDigest(draft) ? draft : null,
      });
      return keep();
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
    // A local copy from an earlier session of this window is unsaved work, too, and its last request may still arrive.
    const original = server.originalOf(work);
    const copy = copies.read({ kind: server.kind, original, draftId: work.kept?.id }, () => null);
    unconfirmed.current = copy?.base?.unconfirmed ?? [];
    keepCopy();
    if (work.history.present !== work.keptDraft && (original !== null || work.kept)) void settle();
    return () => {
      isOpen.current = false;
      stop();
      clearTimeout(timer);
      // Changes right before leaving the screen are saved as well.
      void settle().finally(detach);
    };
  }, [store, server, storage, copies, settle, keepCopy]);

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

  /** Keeps this version of a draft that another window changed, or takes the one that is saved or else published. */
  const choose = useCallback(
    (isTheirs: boolean) =>
      hold(async () => {
        const work = store.getState();
        try {
          const { own, published } = await server.read(work);
          const kept = own && { id: own.id, version: own.version };
          const theirs = own ?? published;
          unconfirmed.current = [];
          setRefusal(null);
          if (!isTheirs) return work.keep({ kept, keptDraft: null });
          if (!theirs) {
            work.keep({ kept: null, keptDraft: work.history.present });
            return server.leave();
          }
          const revision = own ? own.basedOn : (published?.revision ?? null);
          const isNewer = revision !== work.revision && published !== null;
          work.keep({ kept, keptDraft: theirs.draft, ...(isNewer && { revision, published: published.draft }) });
          server.take(theirs.draft);
        } catch (error) {
          // Queries of tRPC only fail with this type.
          setRefusal(error as ScreenError);
        }
      }),
    [store, server, hold],
  );

  return { settled: settle, hold, choose, refusal };
}

function withDraft(id: number): URLSearchParams {
  const query = currentQuery();
  query.set("draft", String(id));
  return query;
}
