import type { Db } from "../database/prisma.ts";
import { sees, type Viewer } from "../database/scope.ts";
import { isRowId } from "./instance-versions.ts";

/** An element instance that a formula instance uses on behalf of its owner. */
export type Use = Viewer & { elementInstanceId: number };

/**
 * Returns the uses that their owners may make, by visibility. Whether an owner has access at present is checked when an
 * element instance is used, not here.
 */
export async function visibleUses<Wanted extends Use>(db: Db, uses: readonly Wanted[]): Promise<Wanted[]> {
  const possible = uses.filter(({ elementInstanceId }) => isRowId(elementInstanceId));
  if (possible.length === 0) return [];
  const rows = await db.$queryRawUnsafe<{ place: number }[]>(
    `select wanted.place::int - 1 as place
     from unnest($1::int[], $2::int[], $3::int[]) with ordinality as wanted(id, organization_id, user_id, place)
     join element_instance i on i.id = wanted.id and i.organization_id = wanted.organization_id
     join "user" u on u.id = wanted.user_id and u.organization_id = wanted.organization_id
     join account a on a.id = u.account_id
     where ${sees("i")}`,
    possible.map(({ elementInstanceId }) => elementInstanceId),
    possible.map(({ organizationId }) => organizationId),
    possible.map(({ userId }) => userId),
  );
  const places = new Set(rows.map(({ place }) => place));
  return possible.filter((_, place) => places.has(place));
}
