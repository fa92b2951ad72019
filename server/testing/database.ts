import { randomUUID } from "node:crypto";
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
  return { url, drop: () => onServer(`drop database if exists ${name} with (force)`) };
}

/** The URL of a database that the role of the product owns, without the product's schema. */
export const anEmptyDatabase = async (): Promise<string> => (await create("template0")).url;

async function create(template: string) {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const url = Object.assign(new URL(inject("postgresUrl")), { pathname: name });
  await onServer(`create database ${name} template ${template} owner ${url.username}`);
  return { name, url: url.href };
}

async function onServer(statement: string): Promise<void> {
  await onDatabase(inject("postgresAdminUrl"), (client) => client.query(statement));
}
