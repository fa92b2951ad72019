import type { Condition } from "#server/element/query/column-conditions.ts";
import type { Account, Prisma } from "#server/generated/prisma/client.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { containing } from "../database/containing.ts";
import { countByPrisma } from "../database/count-rows.ts";
import type { Db } from "../database/prisma.ts";
import { ownScope, type Tenant } from "../database/scope.ts";
import { byFlag, byId, byText, filtersOf, namesOf, type SearchedColumns } from "../database/searched-columns.ts";

/** Returns those of the given account ids that belong to the organization. */
export async function ofOrganization(db: Db, organizationId: number, ids: number[]): Promise<number[]> {
  const rows = await db.account.findMany({ where: { organizationId, id: { in: ids } }, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** The condition for accounts that a caller may see. */
function visible(tenant: Tenant): Prisma.AccountWhereInput {
  const { organizationId, accountId } = ownScope(tenant);
  return { organizationId, ...(accountId && { id: accountId }) };
}

/** Finds an account by id; null if it does not exist or the caller may not see it. */
export const find = (db: Db, tenant: Tenant, id: number): Promise<Account | null> =>
  db.account.findFirst({ where: { AND: [visible(tenant), { id }] } });

/** The first two active accounts with this external id that the caller may see. */
export const findByExternalId = (db: Db, tenant: Tenant, externalId: string): Promise<Account[]> =>
  db.account.findMany({
    where: { AND: [visible(tenant), { externalId, active: true }] },
    orderBy: { id: "asc" },
    take: 2,
  });

/** Locks the account for this transaction. */
export async function lock(db: Db, tenant: Tenant, id: number): Promise<Account | null> {
  await db.$queryRaw`select id from account where id = ${id} and organization_id = ${tenant.organizationId} for no key update`;
  return find(db, tenant, id);
}

/** Whether an account with this id exists in any organization. */
export const exists = async (db: Db, id: number): Promise<boolean> => (await db.account.count({ where: { id } })) > 0;

export const findDefault = (db: Db, organizationId: number): Promise<Account> =>
  db.account.findFirstOrThrow({ where: { organizationId, isDefault: true } });

/** The columns that lists can be filtered by. */
const COLUMNS: SearchedColumns<Prisma.AccountWhereInput> = {
  id: byId,
  name: byText("name"),
  description: byText("description"),
  externalId: byText("externalId"),
  active: byFlag("active"),
  defaultAccount: byFlag("isDefault"),
};
export const SEARCHED = namesOf(COLUMNS);

export type AccountFilter = {
  tenant: Tenant;
  where: Condition[];
  includeInactive?: boolean | undefined;
  /** Part of the name, the description or the external id. */
  search?: string | undefined;
  /** The number of rows to skip. */
  offset?: number | undefined;
};

/** Lists accounts oldest first, so the default account comes first. */
export async function list(
  db: Db,
  { tenant, where, includeInactive = false, search, offset = 0 }: AccountFilter,
  page: PageRequest,
): Promise<Page<Account>> {
  const filter: Prisma.AccountWhereInput = {
    AND: [
      visible(tenant),
      includeInactive ? {} : { active: true },
      search === undefined
        ? {}
        : containing<Prisma.AccountWhereInput>(search, (text) => [
            { name: text },
            { description: text },
            { externalId: text },
          ]),
      ...filtersOf(COLUMNS, where),
    ],
  };
  const [rows, total] = await Promise.all([
    db.account.findMany({
      where: { AND: [filter, page.after === undefined ? {} : { id: { gt: Number(page.after) } }] },
      orderBy: { id: "asc" },
      // A page token already excludes the rows of previous pages.
      skip: page.after === undefined ? offset : 0,
      take: page.size + 1,
    }),
    countByPrisma(() => db.account.count({ where: filter })),
  ]);
  return pageOf(rows, total, page, ({ id }) => id);
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

/** The policy for webhook notifications that fail: retried automatically, or queued until a retry is requested. */
export type AccountSettings = { "notification.webhook.failure.policy": "retry" | "queue" };

/** The settings of an account, with defaults for unset values. */
export const settingsOf = ({ settings }: Pick<Account, "settings">): AccountSettings => ({
  "notification.webhook.failure.policy": "retry",
  ...(settings as Partial<AccountSettings>),
});
