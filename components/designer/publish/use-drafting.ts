"use client";

import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { currentQuery, replaceQuery } from "../../shell/query-string.ts";
import { type ScreenError, useTRPC } from "../../shell/trpc.ts";
import { useDesignStore } from "../model/design.ts";
import { forgetLocalCopy, writeLocalCopy } from "./local-copy.ts";

const QUIET_MS = 600;
const AGAIN_MS = 4000;

/**
 * Saves the draft to the server while it is edited, one version after the other. `settled` resolves when no save is in
 * progress.
 */
export function useDrafting() {
  const trpc = useTRPC();
  const store = useDesignStore();
  const { mutateAsync: send } = useMutation(trpc.design.keep.mutationOptions());
  const { mutateAsync: discard } = useMutation(trpc.design.discard.mutationOptions());
  const [refusal, setRefusal] = useState<ScreenError | null>(null);
  const underWay = useRef<Promise<void>>(Promise.resolve());
  const isHeld = useRef(false);
  const isOpen = useRef(true);

  const keep = useCallback(async (): Promise<void> => {
    const { formulaId, revision, history, published, kept, keptDraft } = store.getState();
    const draft = history.present;
    if (draft === keptDraft || isHeld.current) return;
    writeLocalCopy(formulaId, kept?.id, draft);
    try {
      if (draft === published) {
        if (kept) await discard({ draftId: kept.id });
        store.getState().keep({ kept: null, keptDraft: draft });
      } else {
        const next = await send({ formulaId, basedOn: revision, draft: kept, formula: draft });
        store.getState().keep({ kept: { id: next.id, version: next.version }, keptDraft: draft });
        if (formulaId === null && !kept && isOpen.current) replaceQuery(withDraft(next.id));
      }
      forgetLocalCopy(formulaId, kept?.id);
      setRefusal(null);
    } catch (error) {
      // Mutations of tRPC fail with nothing else.
      setRefusal(error as ScreenError);
    }
  }, [store, send, discard]);

  const settle = useCallback(() => {
    underWay.current = underWay.current.then(keep);
    return underWay.current;
  }, [keep]);

  useEffect(() => {
    isOpen.current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe((now, before) => {
      if (now.history.present === before.history.present) return;
      clearTimeout(timer);
      timer = setTimeout(() => void settle(), QUIET_MS);
    });
    // A local copy from an earlier session of this window is unsaved work, too.
    if (store.getState().history.present !== store.getState().keptDraft && store.getState().formulaId !== null)
      void settle();
    return () => {
      isOpen.current = false;
      stop();
      clearTimeout(timer);
      // Changes right before leaving the screen are saved as well.
      void settle();
    };
  }, [store, settle]);

  useEffect(() => {
    const leaveCopy = () => {
      const { formulaId, history, kept, keptDraft } = store.getState();
      if (history.present !== keptDraft) writeLocalCopy(formulaId, kept?.id, history.present);
    };
    globalThis.addEventListener("pagehide", leaveCopy);
    return () => globalThis.removeEventListener("pagehide", leaveCopy);
  }, [store]);

  const isLost = refusal !== null && refusal.data?.kind === undefined;
  useEffect(() => {
    if (!isLost) return;
    const timer = setInterval(() => void settle(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [isLost, settle]);

  /** Pauses saving during an action that itself decides about the draft. */
  const hold = useCallback(
    async <Result>(act: () => Promise<Result>): Promise<Result> => {
      await underWay.current;
      isHeld.current = true;
      try {
        return await act();
      } finally {
        isHeld.current = false;
        void settle();
      }
    },
    [settle],
  );

  return { settled: settle, hold, refusal };
}

function withDraft(id: number): URLSearchParams {
  const query = currentQuery();
  query.set("draft", String(id));
  return query;
}
