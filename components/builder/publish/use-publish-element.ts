"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "../../api/trpc.ts";
import type { DraftServer } from "../../drafts/draft-work.ts";
import { usePublishing } from "../../drafts/use-publishing.ts";
import { routeTo } from "../../screens/screens.ts";
import { currentQuery } from "../../ui/query-string.ts";
import { KEPT_IN_TAB } from "../../ui/tab-storage.tsx";
import { type Builder, useBuilderStore } from "../model/builder.ts";
import { ELEMENT_COPIES } from "../model/element-copies.ts";
import { type ElementDraft, openElement } from "../model/element-draft.ts";
import { textOf } from "../model/paths.ts";

/** Saves and publishes the draft of the builder. `publish` resolves with whether it was published. */
export function usePublishElement() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const store = useBuilderStore();
  const { mutateAsync: save } = useMutation(trpc.builder.keep.mutationOptions({ meta: KEPT_IN_TAB }));
  const { mutateAsync: discard } = useMutation(trpc.builder.discard.mutationOptions({ meta: KEPT_IN_TAB }));
  const { mutateAsync: create } = useMutation(trpc.builder.create.mutationOptions());
  const { mutateAsync: replace } = useMutation(trpc.builder.publish.mutationOptions());
  const server = useMemo(
    (): DraftServer<Builder> => ({
      kind: ELEMENT_COPIES,
      titleOf: ({ history }) => textOf(history.present.name),
      originalOf: ({ elementId }) => elementId,
      save: ({ elementId, revision, history, kept }) =>
        save({ elementId, basedOn: revision, draft: kept, element: history.present }),
      discard: (draftId) => discard({ draftId }),
    }),
    [save, discard],
  );
  const work = usePublishing<ElementDraft, Builder>(store, server);

  async function publish(message: string): Promise<boolean> {
    const sent = await work.publish(async ({ elementId, revision, history, kept, keep }) => {
      // The server validates its input; a draft is a valid input of clients.
      const element = history.present as unknown as Parameters<typeof create>[0]["element"];
      const publication = { element, ...(message && { message }), ...(kept && { draftId: kept.id }) };
      const next =
        elementId === null
          ? await create(publication)
          : await replace({ ...publication, elementId, basedOn: revision ?? 0 });
      keep({ elementId: next.elementId, elementKey: next.key });
      const { draft: _, ...query } = Object.fromEntries(currentQuery());
      window.history.replaceState(null, "", routeTo("build", { ...query, elementKey: next.key }));
      return next;
    });
    if (!sent) return false;
    // Values that the server filled in, such as ids and default entries, are part of the next draft.
    const published = openElement(sent.element);
    const { history, keptDraft, edit, keep } = store.getState();
    if (history.present === keptDraft) {
      edit(() => published, { burst: "published" });
      keep({ published, keptDraft: published });
    }
    void queries.invalidateQueries({ queryKey: trpc.builder.pathKey(), refetchType: "none" });
    void queries.invalidateQueries({ queryKey: trpc.connection.pathKey() });
    return true;
  }

  return { ...work, publish };
}
