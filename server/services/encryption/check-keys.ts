import type pg from "pg";
import type { Vault } from "#server/ports.ts";
import * as encryptionKeys from "#server/store/encryption/encryption-keys.ts";
import { organizationSecretIdentity } from "../account/secret-identity.ts";

const TEXT = "Formulary";
const identityOf = (kid: string) => `encryption_key.sealed:${kid}`;

type Keys = {
  encryptionKeys: string;
  /** Creates a vault with some of them. */
  vaultOf: (encryptionKeys: string) => Vault;
};

/**
 * Checks at the start of a process whether its encryption keys match the database, before anything is encrypted with
 * them: each key encrypted a text when it was first used, which it must still decrypt. Throws an Error of one line.
 */
export async function checkEncryptionKeys(pool: pg.Pool, { encryptionKeys: text, vaultOf }: Keys): Promise<void> {
  const keys = text.split(",").map((key) => key.trim());
  const checks = await encryptionKeys.readChecks(pool);
  const kids = keys.map((key) => key.split(":", 1)[0] ?? "");
  if (checks.size > 0 && !kids.some((kid) => checks.has(kid)))
    throw new Error(
      `ENCRYPTION_KEYS: the key ${[...checks.keys()].map((kid) => `"${kid}"`).join(" or ")} that this database is encrypted with is missing.`,
    );
  if (checks.size === 0) await openOldSecret(pool, vaultOf(text));
  for (const [index, key] of keys.entries()) {
    const kid = kids[index] ?? "";
    const vault = vaultOf(key);
    const sealed = checks.get(kid) ?? (await encryptionKeys.keepCheck(pool, kid, vault.seal(TEXT, identityOf(kid))));
    if (!opens(vault, sealed, identityOf(kid)))
      throw new Error(`ENCRYPTION_KEYS: "${kid}" is not the key of that name that this database is encrypted with.`);
  }
}

/** For a database that was in use before key checks existed. */
async function openOldSecret(pool: pg.Pool, vault: Vault): Promise<void> {
  const old = await encryptionKeys.findOldSecret(pool);
  if (old?.sealed.startsWith("v1.") && !opens(vault, old.sealed, organizationSecretIdentity(old.hash)))
    throw new Error("ENCRYPTION_KEYS: these are not the keys that this database is encrypted with.");
}

function opens(vault: Vault, sealed: string, identity: string): boolean {
  try {
    vault.open(sealed, identity);
    return true;
  } catch {
    return false;
  }
}
