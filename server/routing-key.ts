import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/** The address at which a cell says whether a routing key is its own. The router passes no request on to it. */
export const LOOKUP_PATH = "/cell/lookup";
export const SIGNATURE_HEADER = "formulary-cell-signature";
/** Leads back to the router: the verified address of a person who is no user of this cell. */
export const ELSEWHERE_HEADER = "formulary-elsewhere";

const LIVES_MS = 60_000;

/** Secrets and tokens that are stored as their hash. `user` is also an API key. */
export const STORED_SECRETS = [
  "user",
  "organization",
  "element",
  "session",
  "connectSession",
  "webhookCapture",
] as const;
/** Tokens that nothing is stored of: they are encrypted with the keys of their cell. */
export const SEALED_TOKENS = ["invitation", "setup", "oauthState"] as const;

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** The part of a request that says to which organization, and so to which cell, it belongs. No credential is readable in it. */
export const routingKey = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("stored"), of: z.enum(STORED_SECRETS), hash }),
  /** The first parts of the token, which do not open it. */
  z.object({ kind: z.literal("sealed"), of: z.enum(SEALED_TOKENS), head: z.string().max(400) }),
  z.object({ kind: z.literal("email"), email: z.string().max(320) }),
  z.object({
    kind: z.literal("webhook"),
    elementKey: z.string().max(300),
    /** The id in the path, plain or in Base64, and the hash of the signature behind it. */
    name: z.string().max(100).optional(),
    signatureHash: hash.optional(),
    /** The ids in the header. */
    listed: z.string().max(1000).optional(),
  }),
  z.object({ kind: z.literal("oauthProxy"), id: z.int32().positive() }),
]);

export type RoutingKey = z.output<typeof routingKey>;

export const lookupResult = z.object({
  isKnown: z.boolean(),
  /** When the user of an e-mail address was created, in milliseconds. */
  since: z.number().optional(),
  /** The fingerprint of NEXTAUTH_SECRET, which has to be the same in all cells. */
  sessionSecret: z.string(),
});

export type LookupResult = z.output<typeof lookupResult>;

export const sha256Hex = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The first parts of a sealed text: its version, the name of its key, and the data key, which is encrypted with that. */
export const headOfSealed = (sealed: string): string => sealed.split(".", 3).join(".");

/** A signature with CELL_KEY, valid for a minute: the key itself is never sent. */
export function signLookup(cellKey: string, body: string, now: number): string {
  return `${now}.${macOf(cellKey, `${now}.${body}`)}`;
}

/** Compares in constant time. */
export function isSignedLookup(cellKey: string, body: string, signature: string, now: number): boolean {
  const [time = "", mac = ""] = signature.split(".");
  if (!/^\d{1,15}$/.test(time) || Math.abs(now - Number(time)) > LIVES_MS) return false;
  const [given, right] = [Buffer.from(mac), Buffer.from(macOf(cellKey, `${time}.${body}`))];
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Says whether two settings are the same, and nothing else about them. */
export const fingerprint = (cellKey: string, setting: string): string => macOf(cellKey, `fingerprint ${setting}`);

const macOf = (cellKey: string, text: string): string =>
  createHmac("sha256", cellKey).update(`cell lookup ${text}`).digest("base64url");
