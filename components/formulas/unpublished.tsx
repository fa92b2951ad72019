"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../api/trpc.ts";
import { UnpublishedDrafts } from "../drafts/unpublished-drafts.tsx";
import { routeTo } from "../screens/screens.ts";

/** Lists drafts of new formulas that are not published yet. */
export function Unpublished() {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.design.drafts.queryOptions());
  const drafts = data?.filter(({ formulaId }) => formulaId === null) ?? [];
  return <UnpublishedDrafts drafts={drafts} hrefOf={(draft) => routeTo("newDesign", { draft })} />;
}
