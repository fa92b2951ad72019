import { shownAddress } from "#server/account/callback-address.ts";
import type { App } from "#server/context.ts";
import { DEFINITION_TABLES, type DefinitionTable } from "#server/store/element/secret-defaults.ts";
import * as definitions from "#server/store/element/unsealed-definitions.ts";
import { ADDRESS_IDENTITY, sealAddress } from "#server/store/encryption/sealed-address.ts";
import * as addresses from "#server/store/encryption/unsealed-addresses.ts";
import * as calls from "#server/store/schedule/unsealed-calls.ts";
import { sealCall } from "../job/sealed-call.ts";

const BATCH = 50;

type Sealer = Pick<App, "vault"> & { db: Pick<App["db"], "queries"> };
/** Rows of a table that may be plain text, a batch at a time. */
type Plain<Row> = {
  list: (after: Row | undefined) => Promise<Row[]>;
  seal: (row: Row) => Promise<void>;
  nameOf: (row: Row) => string;
};

/**
 * Encrypts what was stored as plain text before it was encrypted, while the product runs: secret defaults of elements,
 * requests of jobs, and credentials in addresses of callbacks. It may be stopped at any time, and any number of processes may do it at once. A row that cannot
 * be encrypted is left as it is, and named to `onFailure`.
 */
export async function sealEarlier(app: Sealer, onFailure: (row: string, error: unknown) => void): Promise<void> {
  for (const table of Object.keys(DEFINITION_TABLES) as DefinitionTable[])
    await sealAll(definitionsIn(app, table), onFailure);
  for (const table of calls.CALL_TABLES) await sealAll(callsIn(app, table), onFailure);
  for (const table of addresses.ADDRESS_TABLES) await sealAll(addressesIn(app, table), onFailure);
}

const definitionsIn = ({ db, vault }: Sealer, table: DefinitionTable): Plain<definitions.UnsealedDefinition> => ({
  list: (after) => definitions.list(db.queries, table, { after: after?.place.key, limit: BATCH }),
  seal: (row) => definitions.seal(db.queries, vault, row),
  nameOf: ({ place }) => `${table} ${place.key.join(", ")}`,
});

const callsIn = ({ db, vault }: Sealer, table: calls.CallTable): Plain<calls.UnsealedCall> => ({
  list: (after) => calls.list(db.queries, table, { after: after?.id, limit: BATCH }),
  seal: (row) => calls.seal(db.queries, table, { ...row, sealed: sealCall(vault, row, row.call) }),
  nameOf: ({ id }) => `${table} ${id}`,
});

const addressesIn = ({ db, vault }: Sealer, table: addresses.AddressTable): Plain<addresses.UnsealedAddress> => ({
  list: (after) => addresses.list(db.queries, table, { after: after?.id, limit: BATCH }),
  seal: (row) => {
    const stored = sealAddress(vault, row.address, identityOf(table, row));
    return addresses.seal(db.queries, table, { ...row, stored });
  },
  nameOf: ({ id }) => `${table} ${id}`,
});

function identityOf(
  table: addresses.AddressTable,
  { id, organizationId, address, folder }: addresses.UnsealedAddress,
): string {
  const row = { organizationId, id: Number(id), folder: folder ?? "", shown: shownAddress(address) };
  return ADDRESS_IDENTITY[table](row);
}

async function sealAll<Row>({ list, seal, nameOf }: Plain<Row>, onFailure: (row: string, error: unknown) => void) {
  let last: Row | undefined;
  for (;;) {
    const rows = await list(last);
    for (const row of rows) await seal(row).catch((error: unknown) => onFailure(nameOf(row), error));
    last = rows.at(-1);
    if (rows.length < BATCH) return;
  }
}
