import type { Db } from "../database/prisma.ts";
import type { DraftOwner } from "./drafts.ts";

/** Records the earlier revision that a draft of an element was made from. */
export const mark = (
  db: Db,
  { organizationId, userId }: DraftOwner,
  { draftId, revision }: { draftId: number; revision: number },
) => db.elementDraft.updateMany({ where: { organizationId, userId, id: draftId }, data: { restoredFrom: revision } });

/** The earlier revision that the author's draft was made from; null if it was made from none, or does not exist. */
export async function revisionOf(
  db: Db,
  { organizationId, userId }: DraftOwner,
  draft: { id: number } | { publishedId: number },
): Promise<number | null> {
  const found = await db.elementDraft.findFirst({
    where: { organizationId, userId, ...draft },
    select: { restoredFrom: true },
  });
  return found?.restoredFrom ?? null;
}
