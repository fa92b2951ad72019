import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { indexPartitions } from "./partition-indexes.ts";
import { PARTITIONED_TABLES, REQUESTS } from "./partitioned-tables.ts";
import { attachPartition, listPartitions } from "./partitions.ts";

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await aDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The indexes of a table whose partitions lack some of them. */
const incomplete = async (table: string) => {
  const { rows } = await client.query<{ name: string }>(
    "select indexrelid::regclass::text as name from pg_index where indrelid = $1::regclass and not indisvalid",
    [table],
  );
  return rows.map(({ name }) => name);
};
const indexesOf = async (table: string) => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::regclass order by indexrelid`,
    [table],
  );
  return rows;
};

test.each(PARTITIONED_TABLES)("the partitions of $name have all its indexes", async ({ name }) => {
  expect(await incomplete(name)).toEqual([]);
});

test("partitions that exist get an index, also if an attempt was interrupted, and later ones have it", async () => {
  const before = (await indexesOf("usage_default")).length;
  await client.query("create index usage_of_method_idx on only usage (organization_id, method) where status >= 500");
  expect(await incomplete("usage")).toEqual(["usage_of_method_idx"]);
  // An attempt that ended before the index was attached left it.
  await client.query("create index usage_default_of_method_idx on usage_default (method)");
  await indexPartitions(client);
  expect(await incomplete("usage")).toEqual([]);
  const [, ...own] = (await indexesOf("usage_default")).slice(before - 1);
  expect(own.map(({ definition }) => definition)).toEqual([
    expect.stringContaining("(organization_id, method) WHERE (status >= 500)"),
  ]);

  await indexPartitions(client);
  expect(await indexesOf("usage_default")).toHaveLength(before + 1);
  const end = Math.max(...(await listPartitions(client, REQUESTS)).map(({ to }) => to));
  await attachPartition(client, REQUESTS, { from: end, to: end + REQUESTS.scale.smallest });
  const [newest] = (await listPartitions(client, REQUESTS)).slice(-1);
  expect(await indexesOf(newest?.name ?? "")).toHaveLength(before + 1);
  expect(await incomplete("usage")).toEqual([]);
});
