import { createHmac } from "node:crypto";
import { derivedKey, type SharedSecrets } from "#server/derived-key.ts";

/** The seal of a text that leaves us and returns, such as the path in a page token, for one element instance. */
export function sealFor(secrets: SharedSecrets, elementInstanceId: number, text: string): string {
  return createHmac("sha256", derivedKey(secrets, "page links"))
    .update(`${elementInstanceId}\n${text}`)
    .digest("base64url")
    .slice(0, 22);
}
