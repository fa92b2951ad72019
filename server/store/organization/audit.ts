import type pg from "pg";
import type { AuditAction, AuditEntity } from "#server/account/audit-kinds.ts";
import type { AuditEntry, Prisma } from "#server/generated/prisma/client.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { countByPrisma } from "../database/count-rows.ts";
import type { Db } from "../database/prisma.ts";

/** For entries without a known organization, such as a sign-in with an unknown name. */
export const NO_ORGANIZATION = 0;

/** Columns that are typed more precisely, or that not every entry has. */
type Typed = "id" | "createdAt" | "entity" | "action" | "parentId" | "address" | "agent" | "changes";

export type NewAuditEntry = Omit<AuditEntry, Typed> & {
  entity: AuditEntity;
  action: AuditAction;
  parentId?: string;
  address?: string;
  agent?: string;
  changes?: readonly { field: string; before?: string; after?: string }[];
};

/** Inserts audit entries. Entries are never updated. */
export const insert = (db: Db, ...entries: NewAuditEntry[]) =>
  db.auditEntry.createMany({ data: entries as Prisma.AuditEntryCreateManyInput[] });

export type AuditFilter = {
  organizationId: number;
  /** All entities if undefined. */
  entities?: readonly string[];
  actions?: readonly string[];
  entityId?: string;
  /** Also includes entries of parts of the entity with that id. */
  withParts?: boolean;
  accountIds?: number[];
  userId?: number;
  from: Date;
  to?: Date;
};

/** Whether the organization of the user with this e-mail address has such an entry. */
export async function existsAround(pool: pg.Pool, email: string, entry: { entity: string; action: string }) {
  const { rowCount } = await pool.query(
    `select from "user" u join audit_entry e on e.organization_id = u.organization_id
     where u.email = $1 and u.deleted_at is null and e.entity = $2 and e.action = $3 limit 1`,
    [email, entry.entity, entry.action],
  );
  return rowCount === 1;
}

function conditionOf(filter: AuditFilter): Prisma.AuditEntryWhereInput {
  return {
    organizationId: filter.organizationId,
    ...(filter.entities && { entity: { in: [...filter.entities] } }),
    ...(filter.actions && { action: { in: [...filter.actions] } }),
    ...(filter.entityId !== undefined && {
      OR: [{ entityId: filter.entityId }, ...(filter.withParts ? [{ parentId: filter.entityId }] : [])],
    }),
    ...(filter.accountIds && { accountId: { in: filter.accountIds } }),
    ...(filter.userId !== undefined && { userId: filter.userId }),
    createdAt: { gte: filter.from, lte: filter.to },
  };
}

/** At most `limit` audit entries before the one with the id `before`, newest first. */
export const listBefore = (
  db: Db,
  filter: AuditFilter,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<AuditEntry[]> =>
  db.auditEntry.findMany({
    where: { ...conditionOf(filter), ...(before !== undefined && { id: { lt: before } }) },
    orderBy: { id: "desc" },
    take: limit,
  });

/** Lists audit entries, newest first. */
export async function list(db: Db, filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>> {
  const before = page.after === undefined ? undefined : Number(page.after);
  const [rows, total] = await Promise.all([
    listBefore(db, filter, { before, limit: page.size + 1 }),
    countByPrisma(() => db.auditEntry.count({ where: conditionOf(filter) })),
  ]);
  return pageOf(rows, total, page, ({ id }) => id);
}
