"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../api/trpc.ts";
import { UnpublishedDrafts } from "../drafts/unpublished-drafts.tsx";
import { routeTo } from "../screens/screens.ts";

/** The list of the user's drafts of new elements, which are not published yet. */
export function useDrafts() {
  const trpc = useTRPC();
  const { data, isPending } = useQuery(trpc.builder.drafts.queryOptions());
  const drafts = data?.filter(({ elementId }) => elementId === null) ?? [];
  return {
    isPending,
    content: <UnpublishedDrafts drafts={drafts} hrefOf={(draft) => routeTo("newBuild", { draft })} />,
  };
}
