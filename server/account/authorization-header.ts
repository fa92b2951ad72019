export type Authorization = {
  user?: string;
  organization?: string;
  /** The token of an element instance. */
  element?: string;
  bearer?: string;
};

const MAX_LENGTH = 8192;
const SECRET = /^[\x21-\x2b\x2d-\x7e]{1,1024}$/;
const SCHEMES: ReadonlySet<string> = new Set([
  "user",
  "organization",
  "element",
  "bearer",
] satisfies (keyof Authorization)[]);

/**
 * Parses `Authorization: User <secret>, Organization <secret>, Element <token>` (spec §5) with parts in any order and
 * case, and blanks around commas and secrets; or `Bearer <token>`.
 * Null if there is no such header or a part is invalid: unknown, repeated, without a secret, not printable ASCII.
 */
export function readAuthorization(header: string | null | undefined): Authorization | null {
  if (!header || header.length > MAX_LENGTH) return null;
  const authorization: Record<string, string> = {};
  for (const part of header.split(",")) {
    const [, word = "", secret = ""] = /^[ \t]*([A-Za-z]+) +([^ \t]+)[ \t]*$/.exec(part) ?? [];
    const scheme = word.toLowerCase();
    if (!SCHEMES.has(scheme) || Object.hasOwn(authorization, scheme) || !SECRET.test(secret)) return null;
    authorization[scheme] = secret;
  }
  return authorization;
}
