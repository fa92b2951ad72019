import type { Db } from "./database.ts";
import type { Definition } from "./formulas.ts";

export type RevisionRow = {
  revision: number;
  message: string | null;
  createdAt: Date;
  author: string | null;
};

/** What was published of a formula, newest first, before the revision `before`. */
export const list = (db: Db, { formulaId, before, size }: { formulaId: number; before: number; size: number }) =>
  db.$queryRaw<RevisionRow[]>`
    select r.revision, r.message, r.created_at as "createdAt",
      coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as author
    from formula_revision r left join "user" u on u.id = r.user_id
    where r.formula_id = ${formulaId} and r.revision between 1 and ${before - 1}
    order by r.revision desc limit ${size}`;

/** One published state; null when there is none by that number. */
export async function find(db: Db, formulaId: number, revision: number): Promise<Definition | null> {
  const row = await db.formulaRevision.findUnique({ where: { formulaId_revision: { formulaId, revision } } });
  // Revisions are written from formulas and never changed.
  return row && (row.definition as unknown as Definition);
}
