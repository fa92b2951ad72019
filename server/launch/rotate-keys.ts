import { createVault } from "#server/outside/vault.ts";
import { pluralize } from "#server/pluralize.ts";
import { rewrapKeys } from "#server/services/vault/rewrap-keys.ts";
import { sealEarlier } from "#server/services/vault/seal-earlier.ts";
import { openDatabase } from "#server/store/open-database.ts";
import { parseEnv } from "../env.ts";

// `npm run keys:rotate`: re-encrypts all stored secrets with the first key of ENCRYPTION_KEYS while the product runs,
// encrypts what earlier versions stored as plain text, and prints which keys are still needed (docs/encryption-keys.md).
try {
  const { DATABASE_URL, DATABASE_DIRECT_URL, ENCRYPTION_KEYS } = parseEnv(process.env);
  if (!DATABASE_URL) throw new Error("Environment: DATABASE_URL: is required.");
  if (!ENCRYPTION_KEYS) throw new Error("Environment: ENCRYPTION_KEYS: is required.");
  await rotate(DATABASE_DIRECT_URL ?? DATABASE_URL, ENCRYPTION_KEYS);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function rotate(url: string, encryptionKeys: string): Promise<void> {
  const vault = createVault(encryptionKeys);
  const db = openDatabase(url, { queries: { max: 2, statementTimeoutMs: 600_000 } });
  try {
    // Plain text of earlier versions, which workers encrypt as well, is not left to the next backup.
    await sealEarlier({ db, vault }, (row, error) =>
      console.error(`${row}: secrets stay as plain text: ${error instanceof Error ? error.message : error}`),
    );
    const uses = await rewrapKeys(db, vault, ({ column, rewrapped, unreadable }) => {
      const unread = unreadable > 0 ? `, ${unreadable} cannot be read and stay as they are` : "";
      console.log(`${column}: ${rewrapped} re-wrapped${unread}`);
    });
    const configured = encryptionKeys.split(",").map((entry) => entry.trim().split(":", 1)[0] ?? "");
    const all = new Map([
      ...configured.map((kid) => [kid, 0] as const),
      ...uses.map(({ kid, values }) => [kid, values] as const),
    ]);
    for (const [kid, values] of all)
      console.log(`Key ${kid}: ${pluralize(values, "value")}. ${adviceOn(kid, values, configured)}`);
    if (uses.some(({ kid, values }) => kid !== vault.newestKey && values > 0)) process.exitCode = 1;
  } finally {
    await db.close();
  }

  function adviceOn(kid: string, values: number, configured: string[]): string {
    if (kid === vault.newestKey) return "New values are encrypted with it.";
    if (!configured.includes(kid)) return "It is missing from ENCRYPTION_KEYS: these values cannot be read.";
    if (values > 0)
      return "Keep it in ENCRYPTION_KEYS, and run this again once every process has the new key in front.";
    return "It can be removed from ENCRYPTION_KEYS a day after every process has the new key in front.";
  }
}
