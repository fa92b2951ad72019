"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../api/trpc.ts";
import { UnpublishedDrafts } from "../drafts/unpublished-drafts.tsx";
import { routeTo } from "../screens/screens.ts";

/** The list of the user's drafts of new formulas, which are not published yet. */
export function useUnpublished() {
  const trpc = useTRPC();
  const { data, isPending } = useQuery(trpc.design.drafts.queryOptions());
  const drafts = data?.filter(({ formulaId }) => formulaId === null) ?? [];
  return {
    isPending,
    content: <UnpublishedDrafts drafts={drafts} hrefOf={(draft) => routeTo("newDesign", { draft })} />,
  };
}
