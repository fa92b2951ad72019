import type { Invitation } from "#server/generated/prisma/client.ts";
import type { Db } from "../database/prisma.ts";

type Address = Pick<Invitation, "organizationId" | "email">;
type New = Address & Pick<Invitation, "nonce" | "role" | "userId" | "expiresAt" | "createdAt">;

export const find = (db: Db, { organizationId, email }: Address): Promise<Invitation | null> =>
  db.invitation.findFirst({ where: { organizationId, email } });

/** Stores the invitation in the place of an earlier one for the address. */
export async function put(db: Db, { organizationId, email, ...invitation }: New): Promise<void> {
  await db.invitation.upsert({
    where: { organizationId_email: { organizationId, email } },
    create: { organizationId, email, ...invitation },
    update: { ...invitation, revokedAt: null },
  });
}

export const revoke = (db: Db, { organizationId, email, nonce }: Address & { nonce: string }, revokedAt: Date) =>
  db.invitation.updateMany({ where: { organizationId, email, nonce }, data: { revokedAt } });

export const remove = (db: Db, { organizationId, email }: Address) =>
  db.invitation.deleteMany({ where: { organizationId, email } });

const MOST = 200;

/** The open invitations of an address, of all organizations: its owner may become a user of one of them. */
export const listOpenOf = (db: Db, { email, now }: { email: string; now: Date }) =>
  db.invitation.findMany({
    where: { email, revokedAt: null, expiresAt: { gt: now } },
    orderBy: { createdAt: "desc" },
    take: MOST,
  });

/** Invitations that were not revoked and have not expired, newest first. */
export const listOpen = (db: Db, { organizationId, now }: { organizationId: number; now: Date }) =>
  db.invitation.findMany({
    where: { organizationId, revokedAt: null, expiresAt: { gt: now } },
    orderBy: [{ createdAt: "desc" }, { email: "asc" }],
    take: MOST,
  });
