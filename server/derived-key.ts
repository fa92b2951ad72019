import { hkdfSync } from "node:crypto";
import type { Env } from "./env.ts";

/** The secrets that all processes of an installation have. */
export type SharedSecrets = Pick<Env, "NEXTAUTH_SECRET" | "ENCRYPTION_KEYS">;

/** A key for one purpose, the same in all processes of the installation: nothing has to be stored to verify with it. */
export const derivedKey = ({ NEXTAUTH_SECRET, ENCRYPTION_KEYS }: SharedSecrets, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", NEXTAUTH_SECRET ?? ENCRYPTION_KEYS ?? "", "", purpose, 32));
