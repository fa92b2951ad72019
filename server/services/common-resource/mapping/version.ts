import { createHash } from "node:crypto";

/** A fingerprint of what is saved, by which a later change notices that somebody else was faster; null: nothing is. */
export const versionOf = (value: object | undefined): string | null =>
  value === undefined ? null : createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22);
