import { createHash } from "node:crypto";

/**
 * A digest of what was read of a body so far, part by part: the same files in forms with other boundaries have the same
 * digest.
 */
export type BodyDigest = {
  /** Begins a part; its content is added in pieces. */
  part: (...head: readonly string[]) => (content: string | Uint8Array) => void;
  value: () => string;
};

const digests = new WeakMap<Request, BodyDigest>();

/** Makes whatever reads the body of this request add to a digest of it. */
export function digestBody(request: Request): BodyDigest {
  const parts: { head: readonly string[]; hash: ReturnType<typeof createHash> }[] = [];
  const digest: BodyDigest = {
    part(...head) {
      const hash = createHash("sha256");
      parts.push({ head, hash });
      return (content) => void hash.update(content);
    },
    value: () => JSON.stringify(parts.map(({ head, hash }) => [...head, hash.copy().digest("base64url")])),
  };
  digests.set(request, digest);
  return digest;
}

/** The digest that a reader of this request's body adds to, if there is one. */
export const digestOf = (request: Request): BodyDigest | undefined => digests.get(request);
