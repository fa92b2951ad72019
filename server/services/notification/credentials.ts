import { randomBytes } from "node:crypto";
import type { Vault } from "#server/ports.ts";
import { SECRET_PREFIX, type SigningKeys } from "./sign-callback.ts";

/** The headers, credentials and secrets of a subscription; stored as one encrypted text. */
export type Credentials = {
  /** Keys are in lower case. */
  headers: Record<string, string>;
  /** The user name and password of basic authentication; "" sends none. */
  username: string;
  password: string;
  signatureKey: string;
  /** Newest first. `until` is when a previous secret expires, in ISO 8601. */
  secrets: { secret: string; until: string | null }[];
};

/** How long a replaced secret continues to sign beside its successor (H06). */
const ROTATION_MS = 86_400_000;

/** A secret of Standard Webhooks with a key of 256 random bits. */
export const newSigningSecret = (): string => SECRET_PREFIX + randomBytes(32).toString("base64");

export const newCredentials = (changes: Partial<Credentials> = {}): Credentials => ({
  headers: {},
  username: "",
  password: "",
  signatureKey: "",
  secrets: [{ secret: newSigningSecret(), until: null }],
  ...changes,
});

/** Each secret adds one more signature to a header. */
const MOST_SECRETS = 5;

/** Replaces the secret; the current one stays valid for a day, like previous ones that have not expired. */
export function withSecret(credentials: Credentials, secret: string, now: Date): Credentials {
  const [present, ...earlier] = credentials.secrets;
  if (present?.secret === secret) return credentials;
  const until = new Date(now.getTime() + ROTATION_MS).toISOString();
  const going = [...(present ? [{ ...present, until }] : []), ...earlier].filter(
    (one) => counts(one, now) && one.secret !== secret,
  );
  return { ...credentials, secrets: [{ secret, until: null }, ...going].slice(0, MOST_SECRETS) };
}

const counts = ({ until }: Credentials["secrets"][number], now: Date) =>
  until === null || Date.parse(until) > now.getTime();

/** The currently valid secrets. */
export const signingKeys = ({ signatureKey, secrets }: Credentials, now: Date): SigningKeys => ({
  signatureKey,
  secrets: secrets.filter((one) => counts(one, now)).map(({ secret }) => secret),
});

type Row = { id: number; organizationId: number };
export const credentialsIdentity = ({ id, organizationId }: Row) => `subscription.credentials:${organizationId}:${id}`;

export const sealCredentials = (vault: Vault, row: Row, credentials: Credentials): string =>
  vault.seal(JSON.stringify(credentials), credentialsIdentity(row));

/** Throws a Failure if the text was changed or moved to another row. */
export const openCredentials = (vault: Vault, { credentials, ...row }: Row & { credentials: string }): Credentials =>
  JSON.parse(vault.open(credentials, credentialsIdentity(row))) as Credentials;
