import type { Db } from "./database.ts";

type Key = { organizationId: number; key: string };

export type KeptAnswer = { requestHash: Uint8Array; status: number | null; response: string | null; createdAt: Date };

/** Whether the key is new: of many at once exactly one is told yes. */
export async function insertOnce(
  db: Db,
  request: Key & { requestHash: Uint8Array<ArrayBuffer>; createdAt: Date },
): Promise<boolean> {
  const { count } = await db.idempotentRequest.createMany({ data: request, skipDuplicates: true });
  return count === 1;
}

export const find = (db: Db, organizationId_key: Key): Promise<KeptAnswer | null> =>
  db.idempotentRequest.findUnique({ where: { organizationId_key } });

export const keepAnswer = (db: Db, { organizationId, key }: Key, answer: { status: number; response: string }) =>
  db.idempotentRequest.updateMany({ where: { organizationId, key }, data: answer });

export const forget = (db: Db, { organizationId, key }: Key) =>
  db.idempotentRequest.deleteMany({ where: { organizationId, key } });

/** Removes the row if it is still the one that was read, so that of many that find it old one goes on. */
export const forgetOld = (db: Db, { organizationId, key }: Key, createdAt: Date) =>
  db.idempotentRequest.deleteMany({ where: { organizationId, key, createdAt } });
