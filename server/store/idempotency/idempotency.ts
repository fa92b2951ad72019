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
};

/** Inserts the key if it is new. Exactly one of several concurrent requests receives true. */
export async function insertOnce(
  db: Db,
  request: OwnKey & { requestHash: Uint8Array<ArrayBuffer>; createdAt: Date },
): Promise<boolean> {
  const { count } = await db.idempotentRequest.createMany({ data: request, skipDuplicates: true });
  return count === 1;
}

export const find = (db: Db, where: OwnKey): Promise<StoredOutcome | null> => db.idempotentRequest.findFirst({ where });

export const keepReply = (db: Db, where: OwnKey, response: { status: number; response: string }) =>
  db.idempotentRequest.updateMany({ where, data: response });

export const forget = (db: Db, where: OwnKey) => db.idempotentRequest.deleteMany({ where });

/** Deletes the row if it is unchanged, so that only one of several requests that find it expired proceeds. */
export const forgetOld = (db: Db, where: OwnKey, createdAt: Date) =>
  db.idempotentRequest.deleteMany({ where: { ...where, createdAt } });
