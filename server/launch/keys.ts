import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

const keysSchema = z.object({ ENCRYPTION_KEYS: z.string(), NEXTAUTH_SECRET: z.string() });

export type Keys = z.output<typeof keysSchema>;

/**
 * The installation's own keys, generated at the first call and stored in `folder`, readable by its owner only. For the
 * demo: a production installation gets its keys from the environment.
 */
export function demoKeys(folder: string): Keys {
  const file = path.join(folder, "keys.json");
  if (!existsSync(file)) {
    const keys: Keys = {
      ENCRYPTION_KEYS: `demo:${randomBytes(32).toString("base64")}`,
      NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
    };
    writeFileSync(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  }
  return keysSchema.parse(JSON.parse(readFileSync(file, "utf8")));
}
