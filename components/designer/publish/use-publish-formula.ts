"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ValueMove } from "#server/formula/value-moves.ts";
import { useTRPC, useTRPCClient } from "../../api/trpc.ts";
import { type DraftServer, orNothing, removed } from "../../drafts/draft-work.ts";
import { usePublishing } from "../../drafts/use-publishing.ts";
import { routeTo } from "../../screens/screens.ts";
import { useOpenScreen } from "../../screens/use-open-screen.ts";
import { currentQuery } from "../../ui/query-string.ts";
import { KEPT_IN_TAB } from "../../ui/tab-storage.tsx";
import { type Design, useDesignStore } from "../model/design.ts";
import type { Draft } from "../model/draft.ts";
import { FORMULA_COPIES } from "../model/formula-copies.ts";
import { storedDraft, storedFormula } from "../model/stored-formula.ts";

/** Saves and publishes the draft of the designer. `publish` resolves with the formula's id, or null if it was refused. */
export function usePublishFormula() {
  const t = useTranslations("designer.announcements");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const store = useDesignStore();
  const openScreen = useOpenScreen();
  const { mutateAsync: save } = useMutation(trpc.design.keep.mutationOptions({ meta: KEPT_IN_TAB }));
  const { mutateAsync: discard } = useMutation(trpc.design.discard.mutationOptions({ meta: KEPT_IN_TAB }));
  const { mutateAsync: create } = useMutation(trpc.design.create.mutationOptions());
  const { mutateAsync: replace } = useMutation(trpc.design.publish.mutationOptions());
  const server = useMemo(
    (): DraftServer<Draft, Design> => ({
      kind: FORMULA_COPIES,
      titleOf: ({ history }) => history.present.name,
      originalOf: ({ formulaId }) => formulaId,
      save: ({ formulaId, revision, history, kept }) =>
        save({ formulaId, basedOn: revision, draft: kept, formula: history.present }),
      discard: (kept) => discard(removed(kept)),
      read: ({ formulaId, kept }) =>
        formulaId !== null
          ? client.design.open.query({ formulaId }).then(storedFormula)
          : orNothing(kept && client.design.openDraft.query({ draftId: kept.id }).then(storedDraft)),
      leave: () => void openScreen(routeTo("formulas")),
      take: (draft) => store.getState().change({ do: "replace", draft }, t("otherWindow")),
    }),
    [save, discard, client, store, t, openScreen],
  );
  const work = usePublishing<Draft, Design>(store, server);

  async function publish(message: string, moves: ValueMove[] = []): Promise<number | null> {
    const sent = await work.publish(async ({ formulaId, revision, history, kept, keep }) => {
      // The server validates its input; a draft is a valid input of clients.
      const formula = history.present as unknown as Parameters<typeof create>[0]["formula"];
      const publication = { formula, ...(message && { message }), ...(kept && removed(kept)) };
      const next =
        formulaId === null
          ? await create(publication)
          : await replace({ ...publication, formulaId, basedOn: revision ?? 0, moves });
      keep({ formulaId: next.formulaId });
      if (formulaId === null) {
        const { draft: _, ...query } = Object.fromEntries(currentQuery());
        window.history.replaceState(null, "", routeTo("design", { ...query, formulaId: next.formulaId }));
      }
      return next;
    });
    if (!sent) return null;
    void queries.invalidateQueries({ queryKey: trpc.formula.pathKey() });
    void queries.invalidateQueries({ queryKey: trpc.design.pathKey(), refetchType: "none" });
    return sent.formulaId;
  }

  return { ...work, publish };
}
