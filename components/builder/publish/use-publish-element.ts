"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useTRPC, useTRPCClient } from "../../api/trpc.ts";
import { type DraftServer, orNothing, removed } from "../../drafts/draft-work.ts";
import { usePublishing } from "../../drafts/use-publishing.ts";
import { routeTo } from "../../screens/screens.ts";
import { useOpenScreen } from "../../screens/use-open-screen.ts";
import { currentQuery } from "../../ui/query-string.ts";
import { KEPT_IN_TAB } from "../../ui/tab-storage.tsx";
import { type Builder, useBuilderStore } from "../model/builder.ts";
import { ELEMENT_COPIES } from "../model/element-copies.ts";
import { type ElementDraft, openElement } from "../model/element-draft.ts";
import { textOf } from "../model/paths.ts";
import { storedDraft, storedElement } from "../model/stored-element.ts";

/** Saves and publishes the draft of the builder. `publish` resolves with whether it was published. */
export function usePublishElement() {
  const t = useTranslations("builder.announcements");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const store = useBuilderStore();
  const openScreen = useOpenScreen();
  const { mutateAsync: save } = useMutation(trpc.builder.keep.mutationOptions({ meta: KEPT_IN_TAB }));
  const { mutateAsync: discard } = useMutation(trpc.builder.discard.mutationOptions({ meta: KEPT_IN_TAB }));
  const { mutateAsync: create } = useMutation(trpc.builder.create.mutationOptions());
  const { mutateAsync: replace } = useMutation(trpc.builder.publish.mutationOptions());
  const server = useMemo(
    (): DraftServer<ElementDraft, Builder> => ({
      kind: ELEMENT_COPIES,
      titleOf: ({ history }) => textOf(history.present.name),
      originalOf: ({ elementId }) => elementId,
      save: ({ elementId, revision, history, kept }) =>
        save({ elementId, basedOn: revision, draft: kept, element: history.present }),
      discard: (kept) => discard(removed(kept)),
      read: ({ elementKey, kept }) =>
        elementKey !== null
          ? client.builder.open.query({ elementKey }).then(storedElement)
          : orNothing(kept && client.builder.openDraft.query({ draftId: kept.id }).then(storedDraft)),
      leave: () => void openScreen(routeTo("elements")),
      take: (draft) => store.getState().edit(() => draft, { announce: t("otherWindow") }),
    }),
    [save, discard, client, store, t, openScreen],
  );
  const work = usePublishing<ElementDraft, Builder>(store, server);

  async function publish(message: string): Promise<boolean> {
    const sent = await work.publish(async ({ elementId, revision, history, kept, keep }) => {
      // The server validates its input; a draft is a valid input of clients.
      const element = history.present as unknown as Parameters<typeof create>[0]["element"];
      const publication = { element, ...(message && { message }), ...(kept && removed(kept)) };
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
