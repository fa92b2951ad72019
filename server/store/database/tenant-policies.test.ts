import { inspect } from "node:util";
import { escapeIdentifier } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Prisma } from "#server/generated/prisma/client.ts";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { forOrganization, openDatabase, type TenantDatabase } from "../open-database.ts";
import type { Db } from "./prisma.ts";
import { NO_TENANTS, readRowSecurity } from "./tenant-policies.ts";

/** Every number of a row is that of its organization, so that what it refers to belongs to the same one. */
const OURS = 1_900_000_101;
const THEIRS = 1_900_000_202;

type Table = { name: string; columns: { name: string; type: string; isOptional: boolean }[] };

let database: TestDatabase;
let db: ReturnType<typeof openDatabase>;
let bound: TenantDatabase;
/** All tables with policies, as the catalog of Postgres has them: also those that are added tomorrow. */
let tables: Table[];

beforeAll(async () => {
  database = await aDatabase();
  db = openDatabase(database.url);
  bound = forOrganization(db, OURS);
  // Rows are deleted one table at a time.
  const { rows: keys } = await db.queries.query<{ drop: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop from pg_constraint
     where contype = 'f' and conparentid = 0`,
  );
  await db.queries.query(keys.map((key) => key.drop).join(";"));
  const { rows } = await db.queries.query<Table>(
    `select c.relname as name, json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
       'isOptional', not a.attnotnull or a.atthasdef or a.attidentity <> '') order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     group by c.oid, 1 order by 1`,
  );
  tables = rows.filter(({ name }) => !(name in NO_TENANTS));
  for (const table of tables)
    for (const organization of [OURS, THEIRS]) await db.queries.query(insertion(table, organization));
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const VALUES: Record<string, string> = {
  "timestamp with time zone": "'2026-01-01'",
  boolean: "false",
  bytea: "gen_random_uuid()::text::bytea",
  json: "'{}'",
  jsonb: "'{}'",
  uuid: "gen_random_uuid()",
};

function insertion({ name, columns }: Table, organization: number): string {
  const values = columns.flatMap((column): [string, string][] => {
    // An execution in progress.
    if (column.name === "record") return [[column.name, "0"]];
    if (/^(?:integer|bigint|double precision)$/.test(column.type)) return [[column.name, String(organization)]];
    return column.isOptional ? [] : [[column.name, VALUES[column.type] ?? `'text of ${organization}'`]];
  });
  const list = (part: 0 | 1) => values.map((value) => value[part]).join(", ");
  return `insert into ${escapeIdentifier(name)} (${list(0)}) values (${list(1)})`;
}

test("every table has policies, or a reason why it holds nothing of an organization", async () => {
  expect(await readRowSecurity(db.queries)).toMatchObject({ missing: null });
  const { rows } = await db.queries.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity",
  );
  const secured = new Set(rows.map(({ name }) => name));
  expect(tables.map(({ name }) => name).filter((name) => !secured.has(name))).toEqual([]);
  expect(tables.length).toBeGreaterThan(45);
});

test("callers have no right on the tables without policies", async () => {
  for (const [name, reason] of Object.entries(NO_TENANTS)) {
    expect(reason).not.toBe("");
    await expect(bound.prisma.$queryRawUnsafe(`select * from ${name}`), name).rejects.toThrow(/permission denied/);
  }
});

describe("A38: for every table, a statement for a caller, without any condition,", () => {
  const forEach = (check: (table: Table, name: string) => Promise<void>) => async () => {
    for (const table of tables)
      await check(table, escapeIdentifier(table.name)).catch((error: Error) => {
        throw new Error(`${table.name}: ${error.message}`);
      });
  };
  const isUndone = new Error("undone");
  /** Runs a part of a test in a transaction for the caller, and undoes it. */
  const undone = (work: (tx: Db) => Promise<void>) =>
    expect(
      bound.prisma.$transaction(async (tx) => {
        await work(tx);
        throw isUndone;
      }),
    ).rejects.toBe(isUndone);

  test(
    "reads the rows of their organization, and no other",
    forEach(async (_, name) => {
      const rows = await bound.prisma.$queryRawUnsafe<{ text: string }[]>(`select t::text as text from ${name} t`);
      const texts = rows.map(({ text }) => text);
      expect(texts.filter((text) => text.includes(String(OURS)))).toHaveLength(1);
      expect(texts.filter((text) => text.includes(String(THEIRS)))).toEqual([]);
    }),
  );

  test("reads the same by each model of Prisma", async () => {
    let read = 0;
    for (const model of Object.keys(Prisma.ModelName)) {
      const delegate = bound.prisma[(model.charAt(0).toLowerCase() + model.slice(1)) as "user"];
      const rows = await delegate.findMany().catch((error: unknown) => error);
      const text = inspect(rows, { depth: null });
      expect(text, model).not.toContain(String(THEIRS));
      if (text.includes(String(OURS))) read++;
      else expect(text, model).toMatch(/permission denied|denied access/i);
    }
    expect(read).toBe(tables.length);
  });

  test(
    "changes and deletes the rows of their organization, and no other",
    forEach(({ columns: [column] }, name) =>
      undone(async (tx) => {
        expect(await tx.$executeRawUnsafe(`update ${name} set ${column?.name} = ${column?.name}`)).toBe(1);
        expect(await tx.$executeRawUnsafe(`delete from ${name} where ${name}::text like '%${THEIRS}%'`)).toBe(0);
        expect(await tx.$executeRawUnsafe(`delete from ${name}`)).toBe(1);
      }),
    ),
  );

  test(
    "adds rows to their organization, and to no other",
    forEach(async (table, name) => {
      await undone(async (tx) => {
        await tx.$executeRawUnsafe(`delete from ${name}`);
        expect(await tx.$executeRawUnsafe(insertion(table, OURS))).toBe(1);
      });
      await expect(bound.prisma.$executeRawUnsafe(insertion(table, THEIRS))).rejects.toThrow(/row-level security/);
    }),
  );

  test(
    "gives no row away",
    forEach(async ({ columns }, name) => {
      if (!columns.some((column) => column.name === "organization_id")) return;
      const give = `update ${name} set organization_id = ${THEIRS}`;
      await expect(bound.prisma.$executeRawUnsafe(give)).rejects.toThrow(/row-level security/);
    }),
  );
});
