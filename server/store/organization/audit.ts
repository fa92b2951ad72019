import type pg from "pg";
import type { AuditAction, AuditEntity } from "#server/account/audit-kinds.ts";
import type { AuditEntry, Prisma } from "#server/generated/prisma/client.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { countRows } from "../database/count-rows.ts";
import { plannedOnce } from "../database/planned-once.ts";
import type { Db } from "../database/prisma.ts";
import type { Reader } from "../database/read-router.ts";

/** For entries without a known organization, such as a sign-in with an unknown name. */
export const NO_ORGANIZATION = 0;

/** For entries of unknown people, which have an address, and of operators, which have none. */
export const NO_USER = 0;

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

const ENTRY = `id, organization_id as "organizationId", account_id as "accountId", user_id as "userId", entity,
  entity_id as "entityId", parent_id as "parentId", action, address, agent, changes, created_at as "createdAt"`;

/** Lists audit entries, newest first. */
export async function list(pool: Reader, filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>> {
  const { organizationId, from, to, entities, actions, entityId, withParts, accountIds, userId } = filter;
  const values: unknown[] = [organizationId, from];
  const given = (value: unknown) => `$${values.push(value)}`;
  const where = ["organization_id = $1 and created_at >= $2"];
  if (to) where.push(`created_at <= ${given(to)}`);
  if (entities) where.push(`entity = any(${given(entities)})`);
  if (actions) where.push(`action = any(${given(actions)})`);
  if (entityId !== undefined) {
    const id = given(entityId);
    where.push(withParts ? `(entity_id = ${id} or parent_id = ${id})` : `entity_id = ${id}`);
  }
  if (accountIds) where.push(`account_id = any(${given(accountIds)})`);
  if (userId !== undefined) where.push(`user_id = ${given(userId)}`);
  // A filter that few entries match is planned for its values.
  const isRare = where.length > 1;
  const statement = isRare ? (text: string, all: unknown[]) => ({ text, values: all }) : plannedOnce;
  const counting = countRows(pool, `select from audit_entry where ${where.join(" and ")}`, values, statement);
  if (page.after !== undefined) where.push(`id < ${given(Number(page.after))}`);
  const text = `select ${ENTRY} from audit_entry where ${where.join(" and ")} order by id desc limit ${given(page.size + 1)}`;
  const [total, { rows }] = await Promise.all([counting, pool.query<AuditEntry>(statement(text, values))]);
  return pageOf(rows, total, page, ({ id }) => id);
}
