import { createHmac, hkdfSync } from "node:crypto";
import type { Env } from "#server/env.ts";

/** The seal of a text that leaves us and returns, such as the path in a page token, for one element instance. */
export function sealFor(
  { NEXTAUTH_SECRET, ENCRYPTION_KEYS }: Pick<Env, "NEXTAUTH_SECRET" | "ENCRYPTION_KEYS">,
  elementInstanceId: number,
  text: string,
): string {
  const key = Buffer.from(hkdfSync("sha256", NEXTAUTH_SECRET ?? ENCRYPTION_KEYS ?? "", "", "page links", 32));
  return createHmac("sha256", key).update(`${elementInstanceId}\n${text}`).digest("base64url").slice(0, 22);
}
