import type { ElementProduct, Prisma } from "#server/generated/prisma/client.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { countByPrisma } from "../database/count-rows.ts";
import type { Db } from "../database/prisma.ts";

type Key = { organizationId: number; id: number };
type Content = { name: string; definition: Prisma.InputJsonObject };

/** Lists element products, newest first. */
export async function list(db: Db, organizationId: number, page: PageRequest): Promise<Page<ElementProduct>> {
  const [rows, total] = await Promise.all([
    db.elementProduct.findMany({
      where: { organizationId, ...(page.after !== undefined && { id: { lt: Number(page.after) } }) },
      orderBy: { id: "desc" },
      take: page.size + 1,
    }),
    countByPrisma(() => db.elementProduct.count({ where: { organizationId } })),
  ]);
  return pageOf(rows, total, page, ({ id }) => id);
}

export const find = (db: Db, key: Key): Promise<ElementProduct | null> => db.elementProduct.findFirst({ where: key });

export const insert = (db: Db, row: { organizationId: number } & Content): Promise<ElementProduct> =>
  db.elementProduct.create({ data: row });

/** Replaces the content of an element product; null if the organization has none with this id. */
export async function replace(db: Db, key: Key, content: Content): Promise<ElementProduct | null> {
  const [replaced] = await db.elementProduct.updateManyAndReturn({ where: key, data: content });
  return replaced ?? null;
}

/** Deletes an element product; false if the organization has none with this id. */
export async function remove(db: Db, key: Key): Promise<boolean> {
  const { count } = await db.elementProduct.deleteMany({ where: key });
  return count > 0;
}
