import type pg from "pg";
import { createVault } from "./outside/vault.ts";
import { checkEncryptionKeys } from "./services/encryption/check-keys.ts";
import { compareMigrations } from "./store/database/applied-migrations.ts";

/**
 * Checks whether the database can be used, before anything else starts. Throws an Error with a single-line message if
 * not.
 */
export async function checkDatabase(pool: pg.Pool, encryptionKeys: string): Promise<void> {
  const { missing, unsupported } = await compareMigrations(pool).catch((error: Error & { code?: string }) => {
    const advice = /unsupported startup parameter/.test(error.message)
      ? "; it is a pooler: set DATABASE_POOLER=transaction and DATABASE_DIRECT_URL"
      : "";
    throw new Error(`The database at DATABASE_URL cannot be used: ${error.message || error.code}${advice}.`);
  });
  if (missing.length > 0)
    throw new Error(`The database lacks ${missing.length} of this version's migrations: run npm run migrate.`);
  if (unsupported.length > 0)
    throw new Error(
      `The database is of a newer version, with which this one cannot work (${unsupported.at(-1)}): start the newer version.`,
    );
  await checkEncryptionKeys(pool, { encryptionKeys, vaultOf: createVault });
}
