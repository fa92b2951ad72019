import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { migrate } from "#server/launch/migrate.ts";
import { onDatabase } from "#server/launch/on-database.ts";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { type Database, forOrganization, openDatabase } from "../open-database.ts";
import { countByPrisma } from "./count-rows.ts";
import { applyRowSecurity } from "./tenant-policies.ts";

const ORGANIZATIONS = [11, 12, 13];

let database: TestDatabase;
let db: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  database = await aDatabase();
  // One connection: whatever stays set on it would be seen by the next statement.
  db = openDatabase(database.url, { queries: { max: 1 } });
  await addHubs(db);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Two hubs for each organization. */
const addHubs = (of: Database) =>
  of.installation.hub.createMany({
    data: ORGANIZATIONS.flatMap((organizationId) =>
      ["crm", "erp"].map((key) => ({ organizationId, key, name: `${key} of ${organizationId}`, description: "" })),
    ),
  });

const boundTo = (organizationId: number) => forOrganization(db, organizationId).prisma;
const ownersOf = (rows: { organizationId: number | null }[]) => [...new Set(rows.map((row) => row.organizationId))];
const everybodys = () => db.prisma.hub.findMany({ where: { organizationId: { in: ORGANIZATIONS } } });

test("statements of organizations and of the installation at once each see their own rows", async () => {
  const turns = Array.from({ length: 60 }, async (_, n) => {
    const organizationId = ORGANIZATIONS[n % ORGANIZATIONS.length] ?? 0;
    const tx = boundTo(organizationId);
    if (n % 5 === 0) return expect(ownersOf(await everybodys())).toHaveLength(3);
    if (n % 5 === 1) return expect(await countByPrisma(() => tx.hub.count())).toEqual({ total: 2 });
    if (n % 5 === 2)
      return expect(ownersOf(await tx.$transaction((own) => own.hub.findMany()))).toEqual([organizationId]);
    return expect(ownersOf(await tx.hub.findMany())).toEqual([organizationId]);
  });
  await Promise.all(turns);
});

test("a transaction is its organization's to the end, and undone as a whole", async () => {
  const renamed = boundTo(11).$transaction(async (tx) => {
    expect(await tx.hub.updateMany({ data: { name: "renamed" } })).toEqual({ count: 2 });
    expect(await tx.$queryRaw`select current_user::text, current_setting('formulary.organization_id') as id`).toEqual([
      { current_user: expect.stringMatching(/_tenant$/), id: "11" },
    ]);
    await tx.hub.create({ data: { organizationId: 12, key: "x", name: "x", description: "" } });
  });
  await expect(renamed).rejects.toThrow(/row-level security/);
  expect((await everybodys()).filter(({ name }) => name === "renamed")).toEqual([]);
});

test("within a transaction, what concerns the installation is not held to the organization", async () => {
  const wide = openDatabase(database.url);
  const { prisma, installation } = forOrganization(wide, 11);
  const [own, all] = await prisma.$transaction(async (tx) => [
    await tx.hub.findMany(),
    await installation.hub.findMany(),
  ]);
  expect([ownersOf(own), ownersOf(all)]).toEqual([[11], ORGANIZATIONS]);
  await wide.close();
});

test("a refused statement leaves nothing behind on its connection", async () => {
  await expect(boundTo(11).$queryRawUnsafe("select 1 / 0")).rejects.toThrow(/division by zero/);
  await expect(boundTo(11).$queryRawUnsafe("select from process")).rejects.toThrow(/permission denied/);
  const { rows } = await db.queries.query(
    "select current_user = session_user as own, coalesce(current_setting('formulary.organization_id', true), '') as id",
  );
  expect(rows).toEqual([{ own: true, id: "" }]);
});

test("a bound statement is sent with its role: it waits for the database once", async () => {
  let sent = 0;
  const { prototype } = pg.Connection as unknown as { prototype: { sync: () => void; query: (text: string) => void } };
  const [sync, query] = [prototype.sync, prototype.query];
  Object.assign(prototype, {
    sync(this: unknown) {
      sent++;
      sync.call(this);
    },
    query(this: unknown, text: string) {
      sent++;
      query.call(this, text);
    },
  });
  try {
    await boundTo(11).hub.findMany();
    expect(sent).toBe(1);
  } finally {
    Object.assign(prototype, { sync, query });
  }
});

test("a bound client can be awaited and inspected as any other object", async () => {
  expect(inspect(await boundTo(11))).toContain("hub");
});

test("bound clients do not offer reads that Prisma merges with those of other organizations", async () => {
  const { prisma } = forOrganization(db, 11);
  // @ts-expect-error: they are missing from the type.
  expect(prisma.hub.findUnique).toBeDefined();
});

test("without the right to create roles, statements for callers work, and the installation is advised", async () => {
  const name = `plain_${randomUUID().replaceAll("-", "")}`;
  const asAdministrator = (statement: string, at = inject("postgresAdminUrl")) =>
    onDatabase(at, (client) => client.query(statement));
  await asAdministrator(`create role ${name} login nocreaterole password 'plain'`);
  await asAdministrator(`create database ${name} owner ${name}`);
  const url = Object.assign(new URL(inject("postgresUrl")), { username: name, password: "plain", pathname: name }).href;
  const seen = async () => {
    const own = openDatabase(url);
    const found = await forOrganization(own, 11).prisma.hub.findMany({ orderBy: { id: "asc" } });
    const { missing } = await own.rowSecurity();
    await own.close();
    return { owners: ownersOf(found), missing };
  };

  const { rowSecurity } = await migrate(url);
  const [, statements = ""] = /database: (.*;) Then/.exec(rowSecurity.missing ?? "") ?? [];
  expect(statements).toBe(`create role "${name}_tenant" nologin; grant "${name}_tenant" to "${name}";`);
  expect(rowSecurity.missing).toBe(
    `There is no role ${name}_tenant. As an administrator of the database: ${statements} Then npm run migrate, and restart.`,
  );
  const first = openDatabase(url);
  await addHubs(first);
  await first.close();
  expect(await seen()).toEqual({ owners: ORGANIZATIONS, missing: rowSecurity.missing });

  await asAdministrator(statements);
  expect((await seen()).missing).toBe(`${name}_tenant has no rights. Run npm run migrate, and restart.`);
  expect((await migrate(url)).rowSecurity.missing).toBeNull();
  expect(await seen()).toEqual({ owners: [11], missing: null });

  await asAdministrator(`alter role ${name}_tenant bypassrls`);
  expect((await seen()).missing).toContain(`alter role "${name}_tenant" nosuperuser nobypassrls;`);
  await asAdministrator(`alter role ${name}_tenant nobypassrls`);
  await asAdministrator(`revoke ${name}_tenant from ${name}`);
  expect((await seen()).missing).toContain(`grant "${name}_tenant" to "${name}";`);
  await asAdministrator(`grant ${name}_tenant to ${name}`);
  await onDatabase(url, (client) =>
    client.query("drop policy own on hub; create policy all_of_it on usage using (true)"),
  );
  expect((await seen()).missing).toContain("Tables lack their policies: hub, usage.");
  expect((await migrate(url)).rowSecurity.missing).toBeNull();

  await asAdministrator(`drop database ${name}`);
  await asAdministrator(`drop role ${name}, ${name}_tenant`);
});

test("with the right to create roles, the product prepares everything itself", async () => {
  const name = `makes_${randomUUID().replaceAll("-", "")}`;
  const admin = inject("postgresAdminUrl");
  await onDatabase(admin, (client) => client.query(`create role ${name} login createrole password 'plain'`));
  await onDatabase(admin, (client) => client.query(`create database ${name} owner ${name}`));
  const url = Object.assign(new URL(inject("postgresUrl")), { username: name, password: "plain", pathname: name }).href;
  await onDatabase(url, async (client) => {
    await client.query("create table hub (organization_id integer)");
    expect(await applyRowSecurity(client)).toEqual({ role: `${name}_tenant`, missing: null });
  });
  await onDatabase(admin, (client) => client.query(`drop database ${name}`));
  await onDatabase(admin, (client) => client.query(`drop role ${name}_tenant, ${name}`));
});
