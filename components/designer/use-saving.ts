"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ScreenError, useTRPC } from "../shell/trpc.ts";
import { useDesign, useDesignStore } from "./design.ts";

/** How the draft stands to what the server has. */
export type SaveState = "new" | "changed" | "saving" | "saved" | "conflict" | "failed";

/** Saves the draft as the next revision of its formula; resolves with the formula's id, or null when it was refused. */
export function useSaving() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const store = useDesignStore();
  const keep = useDesign((design) => design.keep);
  const isChanged = useDesign(({ history, saved }) => history.present !== saved);
  const isNew = useDesign(({ formulaId }) => formulaId === null);
  const [error, setError] = useState<ScreenError | null>(null);
  const create = useMutation(trpc.design.create.mutationOptions());
  const replace = useMutation(trpc.design.save.mutationOptions());

  async function save(over?: { revision: number }): Promise<number | null> {
    const { formulaId, revision, history } = store.getState();
    const saved = history.present;
    setError(null);
    try {
      // The server parses what it gets; a draft is what clients may send.
      const formula = saved as unknown as Parameters<typeof create.mutateAsync>[0]["formula"];
      const kept =
        formulaId === null
          ? await create.mutateAsync({ formula })
          : await replace.mutateAsync({ formulaId, basedOn: over?.revision ?? revision ?? 0, formula });
      keep({ formulaId: kept.formulaId, revision: kept.revision, saved });
      if (formulaId === null) window.history.replaceState(null, "", `/formulas/${kept.formulaId}/design`);
      void queries.invalidateQueries({ queryKey: trpc.formula.pathKey() });
      return kept.formulaId;
    } catch (refusal) {
      // Mutations of tRPC fail with nothing else.
      setError(refusal as ScreenError);
      return null;
    }
  }

  const isBusy = create.isPending || replace.isPending;
  const isConflict = error?.data?.kind === "conflict" && error.message.startsWith("Somebody");
  const state: SaveState = isBusy
    ? "saving"
    : isConflict
      ? "conflict"
      : error
        ? "failed"
        : isNew
          ? "new"
          : isChanged
            ? "changed"
            : "saved";
  return { save, state, error, forget: () => setError(null) };
}
