"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../api/trpc.ts";
import { UnpublishedDrafts } from "../drafts/unpublished-drafts.tsx";
import { routeTo } from "../screens/screens.ts";

/** Lists the user's drafts of new elements, which are not published yet. */
export function Drafts() {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.builder.drafts.queryOptions());
  const drafts = data?.filter(({ elementId }) => elementId === null) ?? [];
  return <UnpublishedDrafts drafts={drafts} hrefOf={(draft) => routeTo("newBuild", { draft })} />;
}
