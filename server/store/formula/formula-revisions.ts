import type { Publisher } from "#server/account/run-limit.ts";
import type { Db } from "../database/prisma.ts";
import { sees, type Viewer } from "../database/scope.ts";
import type { Definition } from "./formulas.ts";

export type RevisionRow = {
  revision: number;
  message: string | null;
  createdAt: Date;
  author: string | null;
};

type Key = { organizationId: number; formulaId: number };

/** Lists the published revisions of a formula before the revision `before`, newest first. */
export const list = (db: Db, { organizationId, formulaId, before, size }: Key & { before: number; size: number }) =>
  db.$queryRaw<RevisionRow[]>`
    select r.revision, r.message, r.created_at as "createdAt",
      coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as author
    from formula_revision r join formula f on f.id = r.formula_id and f.organization_id = ${organizationId}
    left join "user" u on u.id = r.user_id and u.organization_id = f.organization_id
    where r.formula_id = ${formulaId} and r.revision between 1 and ${before - 1}
    order by r.revision desc limit ${size}`;

/**
 * Finds a revision and who published its code: somebody who only renames a formula vouches for nothing. Null if the
 * organization has none with this number. Revisions outlive their formulas; the account is then that of the user.
 */
export async function findPublished(
  db: Db,
  { organizationId, formulaId, revision }: Key & { revision: number },
): Promise<{ definition: Definition; publisher: Publisher } | null> {
  const [row] = await db.$queryRaw<({ definition: Definition } & Publisher)[]>`
    select r.definition, p.user_id as "userId", coalesce(a.id, 0) as "accountId",
      coalesce(a.is_default, false) as "isOfDefaultAccount"
    from formula_revision r
    cross join lateral (select coalesce((select o.revision from formula_revision o
      where o.organization_id = ${organizationId} and o.formula_id = ${formulaId} and o.revision between 1 and ${revision - 1}
        and jsonb_build_array(o.definition::jsonb -> 'steps', o.definition::jsonb -> 'triggers', o.definition::jsonb -> 'configuration')
         <> jsonb_build_array(r.definition::jsonb -> 'steps', r.definition::jsonb -> 'triggers', r.definition::jsonb -> 'configuration')
      order by o.revision desc limit 1), 0) as before) other
    cross join lateral (select coalesce((select w.user_id from formula_revision w
      where w.organization_id = ${organizationId} and w.formula_id = ${formulaId} and w.revision > other.before
        and w.revision <= ${revision}
      order by w.revision limit 1), r.user_id) as user_id) p
    left join formula f on f.id = r.formula_id and f.organization_id = r.organization_id
    left join "user" u on u.id = p.user_id and u.organization_id = r.organization_id
    left join account a on a.id = coalesce(f.account_id, u.account_id) and a.organization_id = r.organization_id
    where r.organization_id = ${organizationId} and r.formula_id = ${formulaId} and r.revision = ${revision}`;
  if (!row) return null;
  // Revisions are copied from formulas and never changed, so the type holds.
  const { definition, ...publisher } = row;
  return { definition, publisher };
}

export const find = async (db: Db, key: Key & { revision: number }): Promise<Definition | null> =>
  (await findPublished(db, key))?.definition ?? null;

/**
 * Finds the current revision of a formula; null if the user may not see the formula, which must belong to the user's
 * account or to the default account.
 */
export async function latestSeenBy(
  db: Db,
  { organizationId, userId }: Viewer,
  formulaId: number,
): Promise<number | null> {
  const [row] = await db.$queryRawUnsafe<{ revision: number }[]>(
    `select f.revision from formula f join account fa on fa.id = f.account_id
     join "user" u on u.id = $3 and u.organization_id = $2 and u.active join account a on a.id = u.account_id and a.active
     where f.id = $1 and (${sees("f")} or f.organization_id = $2 and fa.is_default)`,
    formulaId,
    organizationId,
    userId,
  );
  return row?.revision ?? null;
}

/** SQL for the name of a deleted formula, from its revision; the query must left-join the formula as `f`. */
export const recordedName = (formulaId: string, revision: string): string =>
  `case when f.id is null then (select r.definition->>'name' from formula_revision r
     where r.formula_id = ${formulaId} and r.revision = ${revision}) end as "recordedName"`;
