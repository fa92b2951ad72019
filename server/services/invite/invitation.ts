import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Db } from "#server/store/database/prisma.ts";
import * as idempotency from "#server/store/idempotency/idempotency.ts";

export const INVITATION_IDENTITY = "invitation";
/** No longer than its use is recorded. */
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
 * The contents of an invitation. Links are signed and encrypted, and stateless: nothing is stored until one is used.
 */
export type Invitation = z.output<typeof schema>;

export function mintInvitation(
  { vault, now }: Pick<App, "vault" | "now">,
  promised: Pick<Invitation, "organizationId" | "userId" | "email" | "role">,
): { token: string; expiresAt: Date } {
  const expiresAt = now().getTime() + LIVES_MS;
  const content: Invitation = { ...promised, expiresAt, nonce: randomBytes(16).toString("base64url") };
  const token = Buffer.from(vault.seal(JSON.stringify(content), INVITATION_IDENTITY)).toString("base64url");
  return { token, expiresAt: new Date(expiresAt) };
}

/** Refuses (badRequest) a foreign, expired or used link. */
export async function openInvitation(app: Pick<App, "vault" | "now" | "db">, token: string): Promise<Invitation> {
  const invitation = read(app, token);
  if (invitation.expiresAt < app.now().getTime()) throw refused("it is older than a day");
  if (await idempotency.find(app.db.prisma, keyOf(invitation))) throw refused("it was already used");
  return invitation;
}

/** Records the use in the transaction that creates the user; refuses a second use. */
export async function useUp(db: Db, invitation: Invitation, now: Date): Promise<void> {
  const requestHash = createHash("sha256").update(invitation.nonce).digest() as Buffer<ArrayBuffer>;
  const isFirst = await idempotency.insertOnce(db, { ...keyOf(invitation), requestHash, createdAt: now });
  if (!isFirst) throw refused("it was already used");
}

function read({ vault }: Pick<App, "vault">, token: string): Invitation {
  try {
    return schema.parse(JSON.parse(vault.open(Buffer.from(token, "base64url").toString(), INVITATION_IDENTITY)));
  } catch {
    throw refused("it is not valid");
  }
}

const keyOf = ({ organizationId, nonce }: Invitation) => ({
  organizationId,
  userId: idempotency.NO_USER,
  key: `invitation:${nonce}`,
});

const refused = (why: string) =>
  new Failure("badRequest", `This invitation cannot be used: ${why}. Ask for a new invitation.`);
