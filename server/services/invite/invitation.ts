import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { App } from "#server/context.ts";
import type { Db } from "#server/store/database/prisma.ts";
import * as idempotency from "#server/store/idempotency/idempotency.ts";
import * as invitations from "#server/store/invitation/invitations.ts";
import { refusedInvitation } from "./refused-invitation.ts";

export const INVITATION_IDENTITY = "invitation";
/** No longer than its end is recorded. */
const LIVES_MS = 24 * 3600_000;

const schema = z.object({
  organizationId: z.number(),
  /** The inviter: their permissions are checked again on acceptance. */
  userId: z.number(),
  email: z.string(),
  role: z.string(),
  expiresAt: z.number(),
  nonce: z.string(),
});

/**
 * The contents of an invitation. Links are signed and encrypted, and say everything themselves: those of the previous
 * version, which stored none, work until they expire.
 */
export type Invitation = z.output<typeof schema>;

type Link = Pick<Invitation, "organizationId" | "nonce">;
type Promised = Pick<Invitation, "organizationId" | "userId" | "email" | "role">;

export function mintInvitation({ vault, now }: Pick<App, "vault" | "now">, promised: Promised) {
  const expiresAt = now().getTime() + LIVES_MS;
  const invitation: Invitation = { ...promised, expiresAt, nonce: randomBytes(16).toString("base64url") };
  const token = Buffer.from(vault.seal(JSON.stringify(invitation), INVITATION_IDENTITY)).toString("base64url");
  return { token, invitation };
}

/** Refuses (badRequest) an expired, used, revoked or replaced link. */
export async function refuseEnded(app: Pick<App, "now" | "db">, invitation: Invitation): Promise<void> {
  const { nonce, expiresAt } = invitation;
  if (expiresAt < app.now().getTime()) throw refusedInvitation("expired");
  const stored = await invitations.find(app.db.prisma, addressOf(invitation));
  if (stored?.nonce === nonce && stored.revokedAt) throw refusedInvitation("revoked");
  if (stored && stored.nonce !== nonce && stored.expiresAt.getTime() >= expiresAt) throw refusedInvitation("replaced");
  if (await isUsed(app.db.prisma, invitation)) throw refusedInvitation("used");
}

/** Also if a process of the previous version recorded it, which leaves the row. */
export const isUsed = async (db: Db, link: Link): Promise<boolean> =>
  (await idempotency.find(db, keyOf(link))) !== null;

/** Records the use in the transaction that creates the user; refuses a second use. */
export async function useUp(db: Db, invitation: Link & Pick<Invitation, "email">, now: Date): Promise<void> {
  if (!(await end(db, invitation, now))) throw refusedInvitation("used");
  await invitations.remove(db, addressOf(invitation));
}

/** Ends a link for all processes, also of the previous version; false if it has ended already. */
export function end(db: Db, link: Link, now: Date): Promise<boolean> {
  const requestHash = createHash("sha256").update(link.nonce).digest() as Buffer<ArrayBuffer>;
  return idempotency.insertOnce(db, { ...keyOf(link), requestHash, createdAt: now });
}

/** The place of an invitation: an address has one at a time. */
export const addressOf = ({ organizationId, email }: Pick<Invitation, "organizationId" | "email">) => ({
  organizationId,
  email: email.toLowerCase(),
});

export const keyOf = ({ organizationId, nonce }: Link) => ({
  organizationId,
  userId: idempotency.NO_USER,
  key: `invitation:${nonce}`,
});

/** Refuses (badRequest) a foreign link. */
export function readLink({ vault }: Pick<App, "vault">, token: string): Invitation {
  try {
    return schema.parse(JSON.parse(vault.open(Buffer.from(token, "base64url").toString(), INVITATION_IDENTITY)));
  } catch {
    throw refusedInvitation("unknown");
  }
}

/** Whether a process with the keys of this database created the link, not one of another cell. */
export function isOwnLink(app: Pick<App, "vault">, token: string): boolean {
  try {
    return readLink(app, token) !== undefined;
  } catch {
    return false;
  }
}
