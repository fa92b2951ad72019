import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PrismaClient } from "#server/generated/prisma/client.ts";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { lazyClient } from "./lazy-client.ts";
import { TenantAdapter } from "./tenant-client.ts";

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await aDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

function aLazyClient() {
  const open = vi.fn(async () => new PrismaClient({ adapter: new TenantAdapter(pool, async () => undefined) }));
  return { client: lazyClient(open), open };
}

test("operations at once load the client once, and have its results", async () => {
  const { client, open } = aLazyClient();
  const [rows, ids, count] = await Promise.all([
    client.process.findMany(),
    client.$transaction((tx) => tx.$queryRaw`select 7 as id`),
    client.process.count(),
  ]);
  expect({ rows, ids, count }).toEqual({ rows: [], ids: [{ id: 7 }], count: 0 });
  expect(await client.$queryRaw`select ${8}::int as id`).toEqual([{ id: 8 }]);
  expect(open).toHaveBeenCalledOnce();
  await client.$disconnect();
});

test("closing it does not load it", async () => {
  const { client, open } = aLazyClient();
  await client.$disconnect();
  expect(open).not.toHaveBeenCalled();
});

test("no other file loads the client at the start of a process", () => {
  const server = path.join(import.meta.dirname, "../..");
  const files = readdirSync(server, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.ts$/.test(file) && !/\.test\.ts$|^(generated|testing)\//.test(file),
  );
  const loads = /^import (?!type )[^;]*from "(?:[^"]*generated\/prisma\/client\.ts|@prisma\/client\/[^"]*)"/m;
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => loads.test(readFileSync(path.join(server, file), "utf8")))).toEqual([]);
});
