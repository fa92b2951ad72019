import { createHash, randomBytes } from "node:crypto";

/** A new secret or token: 256 random bits as text that needs no escaping in headers, URLs and shells. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** The hash for the lookup of a secret or token. */
export const hashOf = (secret: string): Buffer<ArrayBuffer> =>
  createHash("sha256").update(secret).digest() as Buffer<ArrayBuffer>;
