import { createHmac } from "node:crypto";
import type pg from "pg";
import { tenantRoleOf } from "../store/database/tenant-policies.ts";
import { onDatabase } from "./on-database.ts";

/** The role of the web and worker processes: it owns the product's database and has no other rights on the server. */
const ROLE = "formulary_app";
const DATABASE = "formulary";

/**
 * Creates whatever is missing of the product's database and its role on the server at `adminUrl`, and transfers all
 * objects in the database to the role: earlier versions worked as the superuser. Resolves with the URL for the product.
 */
export async function ensureProductDatabase(adminUrl: string): Promise<string> {
  // A one-way derivation, so that there is no other secret to store: the product cannot compute the administrator's
  // password from it.
  const password = createHmac("sha256", new URL(adminUrl).password).update(ROLE).digest("base64url");
  const at = (changes: Partial<URL>) => Object.assign(new URL(adminUrl), changes).href;
  const url = at({ username: ROLE, password, pathname: DATABASE });
  const isStandby = await onDatabase(adminUrl, async (client) => {
    // A standby has all this from its primary.
    if ((await client.query("select where pg_is_in_recovery()")).rowCount) return true;
    const isThere = async (table: string, column: string, name: string) =>
      (await client.query(`select from ${table} where ${column} = $1`, [name])).rowCount;
    if (!(await isThere("pg_roles", "rolname", ROLE))) await client.query(`create role ${ROLE}`);
    const rights = "login nosuperuser nocreatedb nocreaterole noreplication nobypassrls";
    await client.query(`alter role ${ROLE} ${rights} password ${client.escapeLiteral(password)}`);
    // The product may not create roles, and acts as this one for its callers.
    const callers = tenantRoleOf(ROLE);
    if (!(await isThere("pg_roles", "rolname", callers))) await client.query(`create role ${callers} nologin`);
    await client.query(`grant ${callers} to ${ROLE}`);
    if (!(await isThere("pg_database", "datname", DATABASE))) await client.query(`create database ${DATABASE}`);
    await client.query(`alter database ${DATABASE} owner to ${ROLE}`);
    return false;
  });
  if (!isStandby) await onDatabase(at({ pathname: DATABASE }), reassignObjects);
  return url;
}

/** `reassign owned` refuses the objects of the server's first superuser, so they are listed one by one. */
async function reassignObjects(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ object: string }>(FOREIGN_OBJECTS, [ROLE]);
  if (rows.length === 0) return;
  await client.query("begin");
  for (const { object } of rows) await client.query(`alter ${object} owner to ${ROLE}`);
  await client.query("commit");
}

/** Objects that the role does not own: schemas, relations, routines, types. Sequences of columns follow their table. */
const FOREIGN_OBJECTS = `
  with stranger as (select oid from pg_roles where rolname <> $1),
  ours as (
    select oid, nspname, nspowner from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
  ),
  column_default as (select objid from pg_depend where classid = 'pg_class'::regclass and deptype in ('a', 'i'))
  select format('schema %I', nspname) as object
  from ours where nspowner in (table stranger) and nspname <> 'public'
  union all
  select format('%s %I.%I', case relkind when 'c' then 'type' else 'table' end, nspname, relname)
  from pg_class join ours on ours.oid = relnamespace
  where relowner in (table stranger) and relkind in ('r', 'p', 'v', 'm', 'f', 'S', 'c')
    and not (relkind = 'S' and pg_class.oid in (table column_default))
  union all
  select format('routine %s', pg_proc.oid::regprocedure)
  from pg_proc join ours on ours.oid = pronamespace
  where proowner in (table stranger)
  union all
  select format('type %I.%I', nspname, typname)
  from pg_type join ours on ours.oid = typnamespace
  where typowner in (table stranger) and typtype in ('e', 'd', 'r')`;
