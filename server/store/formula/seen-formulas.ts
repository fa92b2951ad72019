import type { Db } from "../database/prisma.ts";
import { sees, type Viewer } from "../database/scope.ts";

/** A formula that another one runs on behalf of the owner of a formula instance. */
export type FormulaUse = Viewer & { formulaId: number };

/**
 * Returns the uses whose owner sees the formula: one of the own account or of the default account, as at run time.
 * Whether the owner has access at present is checked when it runs, not here.
 */
export async function seenFormulas<Wanted extends FormulaUse>(db: Db, uses: readonly Wanted[]): Promise<Wanted[]> {
  if (uses.length === 0) return [];
  const rows = await db.$queryRawUnsafe<{ place: number }[]>(
    `select wanted.place::int - 1 as place
     from unnest($1::int[], $2::int[], $3::int[]) with ordinality as wanted(id, organization_id, user_id, place)
     join formula f on f.id = wanted.id and f.organization_id = wanted.organization_id
     join account fa on fa.id = f.account_id
     join "user" u on u.id = wanted.user_id and u.organization_id = wanted.organization_id
     join account a on a.id = u.account_id
     where ${sees("f")} or fa.is_default`,
    uses.map(({ formulaId }) => formulaId),
    uses.map(({ organizationId }) => organizationId),
    uses.map(({ userId }) => userId),
  );
  const places = new Set(rows.map(({ place }) => place));
  return uses.filter((_, place) => places.has(place));
}
