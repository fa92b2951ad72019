"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ValueMove } from "#server/formula/value-moves.ts";
import { routeTo } from "../../screens/screens.ts";
import { currentQuery } from "../../shell/query-string.ts";
import { type ScreenError, useTRPC } from "../../shell/trpc.ts";
import { isOk } from "../../ui/is-ok.ts";
import { useDesign, useDesignStore } from "../model/design.ts";
import type { Draft } from "../model/draft.ts";
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

/** Drafts are saved automatically; publishing makes the draft the revision that runs. */
export function usePublishing() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const store = useDesignStore();
  const keep = useDesign((design) => design.keep);
  const isPublished = useDesign(({ history, published }) => history.present === published);
  const isKept = useDesign(({ history, keptDraft }) => history.present === keptDraft);
  const isUntouched = useDesign(({ history, kept }) => history.past.length === 0 && kept === null);
  const { hold, settled, refusal } = useDrafting();
  const [failed, setFailed] = useState<{ error: ScreenError; draft: Draft } | null>(null);
  const isSame = useDesign(({ history }) => history.present === failed?.draft);
  const create = useMutation(trpc.design.create.mutationOptions());
  const replace = useMutation(trpc.design.publish.mutationOptions());

  /** Resolves with the formula's id, or null when it was refused. */
  const publish = (message: string, moves: ValueMove[] = []): Promise<number | null> =>
    hold(async () => {
      const { formulaId, revision, history, kept } = store.getState();
      const published = history.present;
      setFailed(null);
      try {
        // The server parses what it gets; a draft is what clients may send.
        const formula = published as unknown as Parameters<typeof create.mutateAsync>[0]["formula"];
        const work = { formula, ...(message && { message }), ...(kept && { draftId: kept.id }) };
        const next =
          formulaId === null
            ? await create.mutateAsync(work)
            : await replace.mutateAsync({ ...work, formulaId, basedOn: revision ?? 0, moves });
        keep({ formulaId: next.formulaId, revision: next.revision, published, kept: null, keptDraft: published });
        if (formulaId === null) {
          const { draft: _, ...query } = Object.fromEntries(currentQuery());
          window.history.replaceState(null, "", routeTo("design", { ...query, formulaId: next.formulaId }));
        }
        void queries.invalidateQueries({ queryKey: trpc.formula.pathKey() });
        void queries.invalidateQueries({ queryKey: trpc.design.pathKey(), refetchType: "none" });
        return next.formulaId;
      } catch (refused) {
        // Mutations of tRPC fail with nothing else.
        setFailed({ error: refused as ScreenError, draft: published });
        return null;
      }
    });

  const isConflict = failed?.error.data?.reason === "publishedMeanwhile";
  // For a different draft, only a conflict is still relevant.
  const error = failed && (isConflict || isSame) ? failed.error : null;
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
    [create.isPending || replace.isPending, "publishing"],
    [isConflict, "conflict"],
    [refusal?.data?.kind === "conflict", "elsewhere"],
    [refusal !== null && refusal.data?.kind === undefined, "offline"],
    [error !== null || refusal !== null, "failed"],
    [isPublished, "published"],
    [isUntouched, "new"],
    [isKept, "draft"],
  ];
  const state = states.find(([is]) => is)?.[1] ?? "keeping";
  return { publish, settled, hold, state, error: error ?? refusal, forget: () => setFailed(null) };
}
