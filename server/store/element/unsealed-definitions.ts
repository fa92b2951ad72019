import type pg from "pg";
import type { Vault } from "#server/ports.ts";
import { DEFINITION_TABLES, type DefinitionPlace, type DefinitionTable, sealedDefinition } from "./secret-defaults.ts";

/** A definition that was written before secret defaults were encrypted. The catalog has none. */
export type UnsealedDefinition = { place: DefinitionPlace; definition: object };

const isUnsealed = (table: DefinitionTable) =>
  `secret_defaults is null${table === "element" ? " and not is_catalog" : ""}`;

/** Lists such definitions of all organizations, after a key. */
export async function list(
  pool: pg.Pool,
  table: DefinitionTable,
  { after, limit }: { after: readonly number[] | undefined; limit: number },
): Promise<UnsealedDefinition[]> {
  const names = DEFINITION_TABLES[table];
  const key = names.join(", ");
  const { rows } = await pool.query<{ organizationId: number; key: number[]; definition: object }>(
    `select organization_id as "organizationId", array[${key}] as key, definition from ${table}
     where ${isUnsealed(table)} and (${key}) > (${names.map((_, at) => `$${at + 2}::int`).join(", ")})
     order by ${key} limit $1`,
    [limit, ...(after ?? names.map(() => -1))],
  );
  return rows.map(({ organizationId, key, definition }) => ({ place: { table, organizationId, key }, definition }));
}

/** Encrypts the secret defaults of a definition, unless it was written meanwhile: then they are. */
export async function seal(pool: pg.Pool, vault: Vault, { place, definition }: UnsealedDefinition): Promise<void> {
  const sealed = sealedDefinition(vault, place, definition);
  const { table, organizationId, key } = place;
  const isIt = DEFINITION_TABLES[table].map((name, at) => `${name} = $${at + 4}`).join(" and ");
  await pool.query(
    `update ${table} set definition = case when $2 = '' then definition else $1::json end, secret_defaults = $2
     where organization_id = $3 and ${isIt} and ${isUnsealed(table)}`,
    [JSON.stringify(sealed.definition), sealed.secretDefaults, organizationId, ...key],
  );
}
