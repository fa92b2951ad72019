import type pg from "pg";
import type { Prisma, ProviderExchange, Usage } from "#server/generated/prisma/client.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { containing } from "../database/containing.ts";
import { countByPrisma } from "../database/count-rows.ts";
import type { Db } from "../database/prisma.ts";

/** The filter for requests; undefined fields do not filter. */
export type UsageFilter = {
  organizationId: number;
  accountIds?: number[] | undefined;
  from: Date;
  to: Date;
  hub?: string | undefined;
  elementKeys?: string[] | undefined;
  elementInstanceId?: number | undefined;
  method?: string | undefined;
  /** Only requests that took this many milliseconds, or longer. */
  slowerThanMs?: number | undefined;
  /** Only requests of instances with one of these tags. */
  tags?: string[] | undefined;
  /** Only requests with this status, or all that succeeded or failed. */
  status?: number | "success" | "failed" | undefined;
  /** Part of the URL, or of the name of the instance or its element, case-insensitive. */
  searchText?: string | undefined;
};

/** Lists requests, newest first, skipping the first `skip`. */
export async function list(
  db: Db,
  filter: UsageFilter,
  page: PageRequest & { skip?: number | undefined },
): Promise<Page<Usage>> {
  const where = whereOf(filter);
  const [rows, total] = await Promise.all([
    db.usage.findMany({
      where: page.after === undefined ? where : { AND: [where, before(page.after)] },
      orderBy: [{ createdAt: "desc" }, { requestId: "desc" }],
      skip: page.skip ?? 0,
      take: page.size + 1,
    }),
    countByPrisma(() => db.usage.count({ where })),
  ]);
  return pageOf(rows, total, page, ({ createdAt, requestId }) => `${createdAt.toISOString()} ${requestId}`);
}

function before(after: string): Prisma.UsageWhereInput {
  const [createdAt = "", requestId = ""] = after.split(" ");
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, requestId: { lt: requestId } }] };
}

function whereOf({ organizationId, accountIds, from, to, ...filter }: UsageFilter): Prisma.UsageWhereInput {
  const { hub, elementKeys, elementInstanceId, method, slowerThanMs, tags, status, searchText } = filter;
  return {
    organizationId,
    ...(accountIds && { accountId: { in: accountIds } }),
    createdAt: within({ from, to }),
    ...(hub !== undefined && { hub }),
    ...(elementKeys && { elementKey: { in: elementKeys } }),
    ...(elementInstanceId !== undefined && { elementInstanceId }),
    ...(method !== undefined && { method }),
    ...(slowerThanMs !== undefined && { processMs: { gte: slowerThanMs } }),
    ...(tags && { tags: { hasSome: tags } }),
    ...(status !== undefined && { status: typeof status === "number" ? status : STATUS[status] }),
    ...(searchText !== undefined &&
      containing<Prisma.UsageWhereInput>(searchText, (text) =>
        (["uri", "elementKey", "elementName", "instanceName"] as const).map((column) => ({ [column]: text })),
      )),
  };
}

const STATUS = { success: { lt: 400 }, failed: { gte: 400 } };

/** A period, so that Postgres reads the partitions of these times alone. */
type Period = { from: Date; to: Date };
const within = ({ from, to }: Period) => ({ gte: from, lte: to });

/** Finds a request of a period by its request id; null if it belongs to none of these accounts. */
export const find = (
  db: Db,
  key: { organizationId: number; requestId: string; accountIds: number[] | null },
  period: Period,
): Promise<Usage | null> => {
  const { accountIds, ...request } = key;
  const ofAccounts = accountIds && { accountId: { in: accountIds } };
  return db.usage.findFirst({ where: { ...request, createdAt: within(period), ...ofAccounts } });
};

/** The recorded exchanges of a request, in their order; they have its time. */
export const exchanges = (
  db: Db,
  key: { organizationId: number; requestId: string; createdAt: Date },
): Promise<ProviderExchange[]> => db.providerExchange.findMany({ where: key, orderBy: { n: "asc" } });

export type LastRequest = Pick<Usage, "createdAt" | "status" | "method" | "uri" | "requestId">;

/** Finds the newest request of an instance with this outcome in a period. */
export const lastOf = (
  db: Db,
  { status, ...key }: { organizationId: number; elementInstanceId: number; status: keyof typeof STATUS },
  period: Period,
): Promise<LastRequest | null> =>
  db.usage.findFirst({
    where: { ...key, createdAt: within(period), status: STATUS[status] },
    orderBy: [{ createdAt: "desc" }, { requestId: "desc" }],
    select: { createdAt: true, status: true, method: true, uri: true, requestId: true },
  });

const NEWEST = 100;

/**
 * Lists the element instances whose recorded requests all failed, or that have none; those with very many are left out.
 * `days` of a row is the number of days for which requests are recorded: the organization may keep them for fewer.
 */
export async function listUnsuccessful(
  pool: Pick<pg.Pool, "query">,
  {
    organizationId,
    elementInstanceIds,
    now,
    days,
  }: { organizationId: number; elementInstanceIds: number[]; now: Date; days: number },
): Promise<{ id: number; isRequested: boolean; days: number }[]> {
  const { rows } = await pool.query<{ id: number; isRequested: boolean; days: number }>(
    `select i.id, seen.requests > 0 as "isRequested", kept.days
     from (select coalesce(min(least(retention_days, $5::int)), $5::int) as days from organization where id = $1) kept,
     unnest($2::int[]) i(id), lateral (
       select count(*) as requests, bool_or(newest.status < 400) as succeeded from (
         select u.status from usage u
         where u.organization_id = $1 and u.element_instance_id = i.id and u.created_at >= $3
           and u.created_at >= $6::timestamptz - kept.days * interval '1 day'
         order by u.created_at desc limit $4) newest) seen
     where seen.succeeded is not true and seen.requests < $4`,
    [organizationId, elementInstanceIds, new Date(now.getTime() - days * 86_400_000), NEWEST, days, now],
  );
  return rows;
}
