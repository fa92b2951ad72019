import type { Db } from "../database/prisma.ts";

type Session = { tokenHash: Uint8Array<ArrayBuffer>; userId: number; expiresAt: Date };

export const insert = (db: Db, session: Session) => db.session.create({ data: session });

export const deleteExpired = (db: Db, now: Date) => db.session.deleteMany({ where: { expiresAt: { lte: now } } });

export const remove = (db: Db, tokenHash: Uint8Array<ArrayBuffer>) => db.session.deleteMany({ where: { tokenHash } });

export const deleteOfUsers = (db: Db, userIds: number[]) =>
  db.session.deleteMany({ where: { userId: { in: userIds } } });
