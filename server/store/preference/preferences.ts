import type { Db } from "../database/prisma.ts";

type Owner = { organizationId: number; userId: number };
/** `formulaId` or `draftId` is what it is about; both are 0 if it is about neither. */
export type PreferenceKey = Owner & { name: string; formulaId: number; draftId: number };

/** The stored value; undefined without one. */
export async function find(db: Db, { organizationId, ...key }: PreferenceKey): Promise<unknown> {
  const row = await db.preference.findFirst({ where: { organizationId, ...key } });
  return row?.value;
}

/** Locks the stored value for this transaction, and returns it; null without one. */
export async function lock(tx: Db, key: PreferenceKey, updatedAt: Date): Promise<unknown> {
  const { organizationId, userId, name, formulaId, draftId } = key;
  // There is a row to lock, also for two windows that choose for the first time.
  await tx.$executeRaw`
    insert into preference (organization_id, user_id, name, formula_id, draft_id, value, updated_at)
    values (${organizationId}, ${userId}, ${name}, ${formulaId}, ${draftId}, 'null'::json, ${updatedAt})
    on conflict (user_id, name, formula_id, draft_id) do nothing`;
  const [row] = await tx.$queryRaw<{ value: unknown }[]>`
    select value from preference
    where organization_id = ${organizationId} and user_id = ${userId} and name = ${name}
      and formula_id = ${formulaId} and draft_id = ${draftId} for update`;
  return row?.value ?? null;
}

export async function write(
  db: Db,
  { organizationId, userId, name, formulaId, draftId }: PreferenceKey,
  { value, updatedAt }: { value: unknown; updatedAt: Date },
): Promise<void> {
  // In one statement, since two windows may choose at once.
  await db.$executeRaw`
    insert into preference (organization_id, user_id, name, formula_id, draft_id, value, updated_at)
    values (${organizationId}, ${userId}, ${name}, ${formulaId}, ${draftId}, ${JSON.stringify(value)}::json, ${updatedAt})
    on conflict (user_id, name, formula_id, draft_id)
      do update set value = excluded.value, updated_at = excluded.updated_at
      where preference.organization_id = ${organizationId}`;
}

/** Makes the preferences about a draft those about the formula that was published from it. */
export const moveToFormula = (
  db: Db,
  { organizationId, userId }: Owner,
  { draftId, formulaId }: { draftId: number; formulaId: number },
) =>
  db.preference.updateMany({
    where: { organizationId, userId, draftId, formulaId: 0 },
    data: { draftId: 0, formulaId },
  });

export const removeOfDraft = (db: Db, { organizationId, userId }: Owner, draftId: number) =>
  db.preference.deleteMany({ where: { organizationId, userId, draftId } });

/** Removes what all users chose about a formula. */
export const removeOfFormula = (db: Db, { organizationId, formulaId }: { organizationId: number; formulaId: number }) =>
  db.preference.deleteMany({ where: { organizationId, formulaId } });

export const removeOfUser = (db: Db, { organizationId, userId }: Owner) =>
  db.preference.deleteMany({ where: { organizationId, userId } });
