import type { Integration } from "#server/generated/prisma/client.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { countByPrisma } from "../database/count-rows.ts";
import type { Db } from "../database/prisma.ts";

type Key = { organizationId: number; id: number };
/** The lists of ids that an integration contains. */
export type Bundle = "formulas" | "formulaInstances";

export async function list(db: Db, organizationId: number, page: PageRequest): Promise<Page<Integration>> {
  const [rows, total] = await Promise.all([
    db.integration.findMany({
      where: { organizationId, ...(page.after !== undefined && { id: { lt: Number(page.after) } }) },
      orderBy: { id: "desc" },
      take: page.size + 1,
    }),
    countByPrisma(() => db.integration.count({ where: { organizationId } })),
  ]);
  return pageOf(rows, total, page, ({ id }) => id);
}

export const find = (db: Db, key: Key): Promise<Integration | null> => db.integration.findFirst({ where: key });

export const findByName = (db: Db, key: { organizationId: number; name: string }): Promise<Integration | null> =>
  db.integration.findFirst({ where: key });

type Content = { name: string; stage?: string | undefined };

export const insert = (db: Db, row: { organizationId: number } & Content): Promise<Integration> =>
  db.integration.create({ data: row });

/** Updates the given fields; null if the organization has no bundle with this id. */
export async function change(db: Db, key: Key, data: Content): Promise<Integration | null> {
  const [changed] = await db.integration.updateManyAndReturn({ where: key, data });
  return changed ?? null;
}

export async function remove(db: Db, key: Key): Promise<boolean> {
  const { count } = await db.integration.deleteMany({ where: key });
  return count > 0;
}

/** Replaces one list of a bundle with the result of `change`. The row is locked in the meantime. */
export async function changeBundle(
  db: Db,
  { organizationId, id }: Key,
  bundle: Bundle,
  change: (ids: number[]) => number[],
): Promise<boolean> {
  const [locked] = await db.$queryRaw<{ id: number }[]>`
    select id from integration where id = ${id} and organization_id = ${organizationId} for update`;
  if (!locked) return false;
  const row = await db.integration.findFirstOrThrow({ where: { id } });
  await db.integration.update({ where: { id }, data: { [bundle]: change(row[bundle]) } });
  return true;
}
