import type { WebhookCapture as Row } from "#server/generated/prisma/client.ts";
import type { Db } from "../database/prisma.ts";

/** An address that waits for one request, with the encrypted request once it has arrived. */
export type WebhookCaptureRecord = Row;

/** Captures are private to their author; other users cannot find them. */
export type CaptureAuthor = { organizationId: number; userId: number };

/** The owner of the definition that needs a sample: a published element, or the draft of a new one. */
export type CaptureOwner = { elementId: number } | { draftId: number };

/** The identity that the vault binds the request to. */
export const requestIdentity = ({ organizationId, id }: { organizationId: number; id: number }): string =>
  `webhook_capture.request:${organizationId}:${id}`;

/** Opens a capture that replaces the author's previous one for this definition. A unique index allows only one. */
export async function replace(
  db: Db,
  { organizationId, userId }: CaptureAuthor,
  { owner, ...capture }: { owner: CaptureOwner; tokenHash: Uint8Array<ArrayBuffer>; expiresAt: Date },
): Promise<WebhookCaptureRecord> {
  await db.webhookCapture.deleteMany({ where: { organizationId, userId, ...owner } });
  return db.webhookCapture.create({ data: { organizationId, userId, ...owner, ...capture } });
}

/** Finds a capture of the author that has not expired. */
export const find = (db: Db, { organizationId, userId }: CaptureAuthor, { id, now }: { id: number; now: Date }) =>
  db.webhookCapture.findFirst({ where: { organizationId, userId, id, expiresAt: { gt: now } } });

/** Finds the capture that waits at an address. */
export const findWaiting = (db: Db, { tokenHash, now }: { tokenHash: Uint8Array<ArrayBuffer>; now: Date }) =>
  db.webhookCapture.findFirst({ where: { tokenHash, request: null, expiresAt: { gt: now } } });

type Received = { request: string; receivedAt: Date; expiresAt: Date };

/** Stores the request; false if another one arrived first, or the capture was closed. */
export async function receive(
  db: Db,
  { id, organizationId }: Pick<WebhookCaptureRecord, "id" | "organizationId">,
  received: Received,
): Promise<boolean> {
  const { count } = await db.webhookCapture.updateMany({
    where: { id, organizationId, request: null, expiresAt: { gt: received.receivedAt } },
    data: received,
  });
  return count > 0;
}

/** Deletes a capture of the author; false if it did not exist. */
export async function remove(db: Db, { organizationId, userId }: CaptureAuthor, id: number): Promise<boolean> {
  const { count } = await db.webhookCapture.deleteMany({ where: { organizationId, userId, id } });
  return count > 0;
}
