import type { Db } from "../database/prisma.ts";

/** Keys are scoped to a user. */
export type OwnKey = { organizationId: number; userId: number; key: string };

/** The user id of keys that the server generates, such as for single-use links. */
export const NO_USER = 0;

export type StoredOutcome = {
  requestHash: Uint8Array;
  status: number | null;
  response: string | null;
  createdAt: Date;
  aliveUntil: Date | null;
};

/** The request that holds a key: a later one with the same key was created at another time. */
export type HeldKey = OwnKey & { createdAt: Date };

/** Inserts the key if it is new. Exactly one of several concurrent requests receives true. */
export async function insertOnce(
  db: Db,
  request: HeldKey & { requestHash: Uint8Array<ArrayBuffer>; aliveUntil?: Date },
): Promise<boolean> {
  const { count } = await db.idempotentRequest.createMany({ data: request, skipDuplicates: true });
  return count === 1;
}

export const find = (db: Db, where: OwnKey): Promise<StoredOutcome | null> => db.idempotentRequest.findFirst({ where });

/** Which of these keys are held or were answered. */
export async function findKeys(db: Db, { organizationId, userId, keys }: Omit<OwnKey, "key"> & { keys: string[] }) {
  const found = await db.idempotentRequest.findMany({
    where: { organizationId, userId, key: { in: keys } },
    select: { key: true },
  });
  return new Set(found.map(({ key }) => key));
}

/** Extends the lease of a request in progress. */
export const hold = (db: Db, { organizationId, userId, key, createdAt }: HeldKey, aliveUntil: Date) =>
  db.idempotentRequest.updateMany({
    where: { organizationId, userId, key, createdAt, status: null },
    data: { aliveUntil },
  });

export const keepReply = (
  db: Db,
  { organizationId, userId, key, createdAt }: HeldKey,
  response: { status: number; response: string | null; requestHash?: Uint8Array<ArrayBuffer> },
) => db.idempotentRequest.updateMany({ where: { organizationId, userId, key, createdAt }, data: response });

export const forget = (db: Db, { organizationId, userId, key, createdAt }: HeldKey) =>
  db.idempotentRequest.deleteMany({ where: { organizationId, userId, key, createdAt } });
