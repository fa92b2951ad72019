import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { onDatabase } from "#server/launch/on-database.ts";

/** A database of a test file's own. */
export type TestDatabase = { url: string; drop: () => Promise<void> };

/**
 * An empty database with the product's schema, copied from the run's template in about 50 ms. Call it in `beforeAll`
 * and `drop` in `afterAll`; `drop` cuts off whoever is still connected.
 */
export async function aDatabase(): Promise<TestDatabase> {
  const { name, url } = await create("template");
  return { url, drop: () => onServer(`drop database if exists ${name} with (force)`) };
}

/** The address of a database without the product's schema, which is the product's all the same. */
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
