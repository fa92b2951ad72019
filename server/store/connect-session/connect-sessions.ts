import type pg from "pg";
import type { ConnectSession } from "#server/generated/prisma/client.ts";
import type { Db } from "../database/prisma.ts";
import type { Scope } from "../database/scope.ts";

type New = Pick<
  ConnectSession,
  | "organizationId"
  | "accountId"
  | "userId"
  | "elementId"
  | "name"
  | "externalReference"
  | "tags"
  | "origin"
  | "expiresAt"
> & { tokenHash: Uint8Array<ArrayBuffer> };

export const insert = (db: Db, session: New): Promise<ConnectSession> => db.connectSession.create({ data: session });

export const find = (db: Db, scope: Scope, id: string): Promise<ConnectSession | null> =>
  db.connectSession.findFirst({ where: { ...scope, id } });

/** The session of a token, which is the only proof of the customer. */
export const findByToken = (db: Db, tokenHash: Uint8Array<ArrayBuffer>): Promise<ConnectSession | null> =>
  db.connectSession.findFirst({ where: { tokenHash } });

type Key = Pick<ConnectSession, "id" | "organizationId">;

/** Begins the only attempt at a time; false if the session has ended, succeeded or was tried too often. */
export async function claim(
  pool: pg.Pool,
  { id, organizationId }: Key,
  { now, attempts }: { now: Date; attempts: number },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update connect_session set claimed_at = $3, attempts = attempts + 1
     where id = $1 and organization_id = $2 and claimed_at is null and expires_at > $3 and attempts < $4`,
    [id, organizationId, now, attempts],
  );
  return rowCount === 1;
}

/** Ends an attempt that failed. */
export const release = (db: Db, { id, organizationId }: Key) =>
  db.connectSession.updateMany({ where: { id, organizationId, elementInstanceId: null }, data: { claimedAt: null } });

/** Records the instance: the session cannot be used again. */
export const complete = (db: Db, { id, organizationId }: Key, elementInstanceId: number) =>
  db.connectSession.update({ where: { id, organizationId }, data: { elementInstanceId } });
