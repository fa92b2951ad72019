import { createHmac } from "node:crypto";
import { DEMO_TABLES } from "../catalog/demo/demodatabase-tables.ts";
import { onDatabase } from "./on-database.ts";

/** The name of both the database and the only role that may use it. */
const NAME = "formulary_demo";

/** The connection settings of an element instance of `demodatabase`. */
export type DemoDatabase = { host: string; name: string; user: string; password: string };

/**
 * Creates whatever is missing of the database behind the element `demodatabase`, on the embedded server at `url`, with
 * a role that can read and write its rows and nothing else. Deleted rows are restored. `url` must be the superuser's:
 * the role of the product can create neither databases nor roles.
 */
export async function makeDemoDatabase(url: string): Promise<DemoDatabase> {
  // Derived, so that there is no other secret to store: the owner's password already gives access to everything.
  const password = createHmac("sha256", new URL(url).password).update(NAME).digest("base64url");
  await onDatabase(url, async (client) => {
    const isThere = async (table: string, column: string) =>
      (await client.query(`select from ${table} where ${column} = $1`, [NAME])).rowCount;
    if (!(await isThere("pg_roles", "rolname"))) await client.query(`create role ${NAME}`);
    const rights = "login nosuperuser nocreatedb nocreaterole noreplication connection limit 20";
    await client.query(`alter role ${NAME} ${rights} password ${client.escapeLiteral(password)}`);
    await client.query(`alter role ${NAME} set statement_timeout = '30s'`);
    if (!(await isThere("pg_database", "datname"))) await client.query(`create database ${NAME}`);
    // By default every role may connect to every database and list its tables.
    const { rows } = await client.query<{ name: string }>("select datname as name from pg_database");
    for (const { name } of rows)
      await client.query(`revoke all on database ${client.escapeIdentifier(name)} from public`);
    await client.query(`grant connect on database ${NAME} to ${NAME}`);
  });
  await onDatabase(Object.assign(new URL(url), { pathname: NAME }).href, async (client) => {
    await client.query(DEMO_TABLES);
    await client.query(`grant select, insert, update, delete on all tables in schema public to ${NAME}`);
  });
  const { host } = new URL(url);
  return { host, name: NAME, user: NAME, password };
}
