import type { Condition } from "#server/element/query/column-conditions.ts";
import type { Account, Prisma } from "#server/generated/prisma/client.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import type { Db } from "./database.ts";
import { toNumbers } from "./numbers.ts";
import { ownScope, type Tenant } from "./scope.ts";

/** Which of these accounts the organization has. */
export async function ofOrganization(db: Db, organizationId: number, ids: number[]): Promise<number[]> {
  const rows = await db.account.findMany({ where: { organizationId, id: { in: ids } }, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** The accounts that a caller sees. */
function visible(tenant: Tenant): Prisma.AccountWhereInput {
  const { organizationId, accountId } = ownScope(tenant);
  return { organizationId, ...(accountId && { id: accountId }) };
}

/** The account, or null if the caller does not see one by that id. */
export const find = (db: Db, tenant: Tenant, id: number): Promise<Account | null> =>
  db.account.findFirst({ where: { AND: [visible(tenant), { id }] } });

/** Locks the account for this transaction. */
export async function lock(db: Db, tenant: Tenant, id: number): Promise<Account | null> {
  await db.$queryRaw`select id from account where id = ${id} and organization_id = ${tenant.organizationId} for no key update`;
  return find(db, tenant, id);
}

/** Whether any organization has an account of this id. */
export const exists = async (db: Db, id: number): Promise<boolean> => (await db.account.count({ where: { id } })) > 0;

export const findDefault = (db: Db, organizationId: number): Promise<Account> =>
  db.account.findFirstOrThrow({ where: { organizationId, isDefault: true } });

/** The columns that lists are searched by. */
export const SEARCHED = ["id", "name", "description", "externalId", "active", "defaultAccount"] as const;

export type AccountFilter = {
  tenant: Tenant;
  where: Condition[];
  includeInactive?: boolean | undefined;
  /** How many of the first are left out. */
  offset?: number | undefined;
};

/** Oldest first, so that the default account is the first. */
export async function list(
  db: Db,
  { tenant, where, includeInactive = false, offset = 0 }: AccountFilter,
  page: PageRequest,
): Promise<Page<Account>> {
  const filter: Prisma.AccountWhereInput = {
    AND: [visible(tenant), includeInactive ? {} : { active: true }, ...where.map(toPrisma)],
  };
  const [rows, total] = await Promise.all([
    db.account.findMany({
      where: { AND: [filter, page.after === undefined ? {} : { id: { gt: Number(page.after) } }] },
      orderBy: { id: "asc" },
      // A page token means that the rows were counted before.
      skip: page.after === undefined ? offset : 0,
      take: page.size + 1,
    }),
    db.account.count({ where: filter }),
  ]);
  return pageOf(rows, total, page, ({ id }) => id);
}

function toPrisma({ column, values }: Condition): Prisma.AccountWhereInput {
  if (column === "id") return { id: { in: toNumbers(values) } };
  if (column === "active") return { OR: values.map((value) => ({ active: value === "true" })) };
  if (column === "defaultAccount") return { OR: values.map((value) => ({ isDefault: value === "true" })) };
  return { [column]: { in: values } };
}

type Fields = Partial<Pick<Account, "name" | "description" | "externalId" | "active" | "roles">> & {
  settings?: AccountSettings;
};

export const insert = (db: Db, account: Fields & { organizationId: number; name: string }): Promise<Account> =>
  db.account.create({ data: account });

export const update = (
  db: Db,
  { id, organizationId }: Pick<Account, "id" | "organizationId">,
  fields: Fields,
): Promise<Account> => db.account.update({ where: { id, organizationId }, data: fields });

/** What becomes of notifications whose webhook fails: tried again, or kept until they are asked for. */
export type AccountSettings = { "notification.webhook.failure.policy": "retry" | "queue" };

/** The settings of an account with what is usual where nothing is set. */
export const settingsOf = ({ settings }: Pick<Account, "settings">): AccountSettings => ({
  "notification.webhook.failure.policy": "retry",
  ...(settings as Partial<AccountSettings>),
});
