import type { Db } from "./database.ts";
import type { Definition } from "./formulas.ts";
import { sees, type Viewer } from "./scope.ts";

export type RevisionRow = {
  revision: number;
  message: string | null;
  createdAt: Date;
  author: string | null;
};

type Key = { organizationId: number; formulaId: number };

/** The published revisions of a formula, newest first, before the revision `before`. */
export const list = (db: Db, { organizationId, formulaId, before, size }: Key & { before: number; size: number }) =>
  db.$queryRaw<RevisionRow[]>`
    select r.revision, r.message, r.created_at as "createdAt",
      coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as author
    from formula_revision r join formula f on f.id = r.formula_id and f.organization_id = ${organizationId}
    left join "user" u on u.id = r.user_id and u.organization_id = f.organization_id
    where r.formula_id = ${formulaId} and r.revision between 1 and ${before - 1}
    order by r.revision desc limit ${size}`;

/**
 * One state; null when the organization has none by that number. Revisions outlive their formulas, their authors' rows
 * do so as well.
 */
export async function find(
  db: Db,
  { organizationId, formulaId, revision }: Key & { revision: number },
): Promise<Definition | null> {
  const [row] = await db.$queryRaw<{ definition: Definition }[]>`
    select r.definition from formula_revision r
    join "user" author on author.id = r.user_id and author.organization_id = ${organizationId}
    where r.formula_id = ${formulaId} and r.revision = ${revision}`;
  // Revisions are written from formulas and never changed.
  return row?.definition ?? null;
}

/**
 * The current revision of a formula; null for a user who may not see the formula: it must be of their own account or of
 * the default one.
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

/** The name of a formula at a revision, in a query that finds no formula `f`. */
export const recordedName = (formulaId: string, revision: string): string =>
  `case when f.id is null then (select r.definition->>'name' from formula_revision r
     where r.formula_id = ${formulaId} and r.revision = ${revision}) end as "recordedName"`;
