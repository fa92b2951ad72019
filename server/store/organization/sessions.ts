import type { Prisma, Session } from "#server/generated/prisma/client.ts";
import type { Db } from "../database/prisma.ts";

type NewSession = Pick<Session, "userId" | "expiresAt" | "address" | "userAgent" | "byProvider"> & {
  tokenHash: Uint8Array<ArrayBuffer>;
};

export const insert = (db: Db, session: NewSession) => db.session.create({ data: session });

export const deleteExpired = (db: Db, now: Date) => db.session.deleteMany({ where: { expiresAt: { lte: now } } });

export const remove = (db: Db, tokenHash: Uint8Array<ArrayBuffer>) => db.session.deleteMany({ where: { tokenHash } });

export const deleteOfUsers = (db: Db, userIds: number[]) =>
  db.session.deleteMany({ where: { userId: { in: userIds } } });

/** Lists the sessions of a user that have not expired, the last created first. */
export const listOf = (db: Db, { userId, now, limit }: { userId: number; now: Date; limit: number }) =>
  db.session.findMany({
    where: { userId, expiresAt: { gt: now } },
    orderBy: { createdAt: { sort: "desc", nulls: "last" } },
    omit: { tokenHash: true },
    take: limit,
  });

/** Whether the user signed in with the OpenID Connect provider. */
export const isByProvider = async (db: Db, { userId, sessionId }: { userId: number; sessionId: string }) =>
  (await db.session.count({ where: { userId, id: sessionId, byProvider: true } })) > 0;

/** Ends sessions of a user: one of them, or all but one. Returns their number. */
export async function end(db: Db, userId: number, which: { id: string } | { except: string }): Promise<number> {
  const id: Prisma.SessionWhereInput = "id" in which ? { id: which.id } : { id: { not: which.except } };
  return (await db.session.deleteMany({ where: { userId, ...id } })).count;
}
