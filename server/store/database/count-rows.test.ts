import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { type Database, openDatabase } from "../open-database.ts";
import { countByPrisma, countRows, countUpToLimit } from "./count-rows.ts";

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await aDatabase();
  db = openDatabase(database.url);
  await db.pool.query(
    `insert into usage (request_id, organization_id, account_id, user_id, element_instance_id, method, uri, resource, ip, status, process_ms, created_at)
     select n::text, case when n <= 10000 then 1 else 2 end, 1, 1, 1, 'GET', '/x', 'x', '', 200, 5, now()
     from generate_series(1, 40000) n`,
  );
  await db.pool.query("analyze usage");
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

describe.each([
  [
    "by SQL",
    (organizationId: number) => countRows(db.queries, "select from usage where organization_id = $1", [organizationId]),
  ],
  ["by Prisma", (organizationId: number) => countByPrisma(() => db.prisma.usage.count({ where: { organizationId } }))],
])("rows are counted %s", (_, count) => {
  test("exactly up to 10,000", async () => {
    expect(await count(1)).toEqual({ total: 10_000 });
    expect(await count(3)).toEqual({ total: 0 });
  });
  test("and beyond as Postgres estimates", async () => {
    const counted = await count(2);
    expect(counted).toEqual({ total: expect.any(Number), isEstimate: true });
    expect(Math.abs(counted.total - 30_000)).toBeLessThan(3000);
  });
});

test("screens only learn that there are more", async () => {
  const count = (organizationId: number) =>
    countUpToLimit(db.queries, "select from usage where organization_id = $1", [organizationId]);
  expect(await count(1)).toEqual({ total: 10_000 });
  expect(await count(2)).toEqual({ total: 10_001, isEstimate: true });
});
test("values that the caller adds meanwhile do not count", async () => {
  const values = [2];
  const counting = countRows(db.queries, "select from usage where organization_id = $1", values);
  values.push(3);
  expect(await counting).toMatchObject({ isEstimate: true });
});
test("other counts by Prisma are exact", async () => {
  expect(await db.prisma.usage.count({ where: { organizationId: 2 } })).toBe(30_000);
});
