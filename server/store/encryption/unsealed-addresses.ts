import type pg from "pg";
import { SETTING } from "#server/formula/instance-settings.ts";
import type { StoredAddress } from "./sealed-address.ts";

/** An address of callbacks that was written before these were encrypted. */
export type UnsealedAddress = {
  id: string;
  organizationId: number;
  /** The whole address in plain text. */
  address: string;
  /** The folder of a bulk job. */
  folder: string | null;
};

/** How each table shows an address, and which of its rows are not encrypted, as its partial index has it. */
const TABLES = {
  subscription: {
    address: "address",
    change: "address = $1",
    sealed: "address_sealed",
    isUnsealed: "address_sealed is null",
    folder: "null",
  },
  formula_instance: {
    address: `coalesce(settings->>'${SETTING.webhook}', '')`,
    // Settings have no such key, or a text under it.
    change: `settings = case when $1 = '' then settings else jsonb_set(settings, '{${SETTING.webhook}}', to_jsonb($1::text)) end`,
    sealed: "webhook_sealed",
    isUnsealed: "webhook_sealed is null",
    folder: "null",
  },
  bulk_job: {
    address: "callback_url",
    change: "callback_url = $1",
    sealed: "callback_sealed",
    isUnsealed: "callback_sealed is null and callback_url is not null",
    folder: "folder",
  },
  notification: {
    address: "recipients",
    change: "recipients = $1",
    sealed: "recipient_sealed",
    isUnsealed: "recipient_sealed is null and recipients ~* '^https?://'",
    folder: "null",
  },
} as const;

export type AddressTable = keyof typeof TABLES;
export const ADDRESS_TABLES = Object.keys(TABLES) as AddressTable[];

/** Lists such addresses of all organizations, after an id. */
export async function list(
  pool: pg.Pool,
  table: AddressTable,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<UnsealedAddress[]> {
  const { address, isUnsealed, folder } = TABLES[table];
  const { rows } = await pool.query<UnsealedAddress>(
    `select id::text, organization_id as "organizationId", ${address} as address, ${folder} as folder from ${table}
     where ${isUnsealed} and id > $1::bigint order by id limit $2`,
    [after ?? "-1", limit],
  );
  return rows;
}

/** Replaces an address by what is shown and its encrypted text, unless it was changed meanwhile. */
export async function seal(
  pool: pg.Pool,
  table: AddressTable,
  { id, organizationId, address, stored }: UnsealedAddress & { stored: StoredAddress },
): Promise<void> {
  const { change, sealed, isUnsealed, address: before } = TABLES[table];
  await pool.query(
    `update ${table} set ${change}, ${sealed} = $2
     where id = $3::bigint and organization_id = $4 and ${isUnsealed} and ${before} = $5`,
    [stored.shown, stored.sealed, id, organizationId, address],
  );
}
