import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { COUNTED_EXACTLY, type Count } from "#server/page.ts";

const LIMIT = COUNTED_EXACTLY + 1;

type Counted = Parameters<typeof countUpToLimit>;

/**
 * Counts the rows of a list exactly up to 10,000. Beyond, the total is what Postgres estimates for the same condition
 * and values, from its statistics: counting would read every row at every page.
 */
export async function countRows(...[pool, rowsOfList, given, statement]: Counted): Promise<Count> {
  // The caller may add values for other statements meanwhile.
  const values = [...given];
  const counted = await countUpToLimit(pool, rowsOfList, values, statement);
  if (!counted.isEstimate) return counted;
  const { rows: plans } = await pool.query<{ "QUERY PLAN": Plans }>(`explain (format json) ${rowsOfList}`, values);
  return estimateOf(plans[0]?.["QUERY PLAN"][0].Plan);
}

/**
 * Counts the rows of a list for screens, which say "more than 10,000": its total is 10,001 then. An estimate is planned
 * for each call, which takes longer than the rest of a list of partitions.
 *
 * @param rowsOfList `select from` the table with the condition
 */
export async function countUpToLimit(
  pool: Pick<pg.Pool, "query">,
  rowsOfList: string,
  values: readonly unknown[],
  statement: (text: string, values: unknown[]) => pg.QueryConfig = (text, values) => ({ text, values }),
): Promise<Count> {
  const { rows } = await pool.query<{ total: number }>(
    statement(`select count(*)::int as total from (${rowsOfList} limit ${LIMIT}) counted`, [...values]),
  );
  const total = rows[0]?.total ?? 0;
  return total < LIMIT ? { total } : { total, isEstimate: true };
}

/** The same for a count by Prisma, such as `() => db.usage.count({ where })`. */
export async function countByPrisma(count: () => PromiseLike<number>): Promise<Count> {
  const course: Course = {};
  const total = await counting.run(course, async () => await count());
  return course.estimate ?? { total };
}

type Course = { estimate?: Count };
const counting = new AsyncLocalStorage<Course>();

/** Prisma can limit a count only with an order, for which Postgres may sort all rows: the limit is added here. */
const COUNT = /^(SELECT COUNT\(\*\) AS "[^"]+" FROM \(SELECT .* OFFSET \$\d+)(\) AS "sub")$/s;

/** The connection of Prisma to Postgres, for which `countByPrisma` can limit a count. */
export class CountingAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    const query = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (statement) => {
      const course = counting.getStore();
      const [, select, end] = COUNT.exec(statement.sql) ?? [];
      if (course === undefined || select === undefined) return query(statement);
      const counted = await query({ ...statement, sql: `${select} LIMIT ${LIMIT}${end}` });
      if (Number(counted.rows[0]?.[0]) < LIMIT) return counted;
      const { rows } = await query({ ...statement, sql: `explain (format json) ${select}${end}` });
      const [{ Plan: plan }] = JSON.parse(String(rows[0]?.[0])) as Plans;
      // The plan of the rows is below that of their count.
      course.estimate = estimateOf(plan.Plans?.[0]);
      return counted;
    };
    return adapter;
  }
}

type Plan = { "Plan Rows": number; Plans?: Plan[] };
type Plans = [{ Plan: Plan }];

/** The estimate of a plan, which may be lower than what was counted. */
const estimateOf = (plan: Plan | undefined): Count => ({
  total: Math.max(plan?.["Plan Rows"] ?? 0, LIMIT),
  isEstimate: true,
});
