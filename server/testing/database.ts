import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import { onDatabase } from "#server/launch/on-database.ts";

/** The database of one test file. */
export type TestDatabase = { url: string; drop: () => Promise<void> };

/**
 * An empty database with the product's schema, copied from the template of the test run in about 50 ms. Call it in
 * `beforeAll` and `drop` in `afterAll`; `drop` disconnects all clients.
 */
export async function aDatabase(): Promise<TestDatabase> {
  const { name, url } = await create("template");
  return { url, drop: () => drop(name) };
}

const CLOSING_MS = 2000;

/** A pool that has ended closes its sockets a moment later: disconnecting one then is an uncaught error. */
const drop = (name: string): Promise<void> =>
  onDatabase(inject("postgresAdminUrl"), async (client) => {
    const until = Date.now() + CLOSING_MS;
    const connected = async () =>
      (await client.query("select 1 from pg_stat_activity where datname = $1 limit 1", [name])).rows.length > 0;
    while ((await connected()) && Date.now() < until) await sleep(10);
    await client.query(`drop database if exists ${name} with (force)`);
  });

/** The URL of a database that the role of the product owns, without the product's schema. */
export const anEmptyDatabase = async (): Promise<string> => (await create("template0")).url;

async function create(template: string) {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const url = Object.assign(new URL(inject("postgresUrl")), { pathname: name });
  // The default strategy also writes each page of the copy to the log.
  await onServer(`create database ${name} template ${template} strategy file_copy owner ${url.username}`);
  return { name, url: url.href };
}

async function onServer(statement: string): Promise<void> {
  await onDatabase(inject("postgresAdminUrl"), (client) => client.query(statement));
}
