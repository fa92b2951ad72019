import type pg from "pg";

export type NewNotification = {
  organizationId: number;
  accountId: number;
  topic: string;
  subject: string;
  message: string;
  /** An e-mail address or a webhook URL; null shows it in the inbox only. */
  recipient: string | null;
  executionId: number | null;
};

/** Writes notifications and, for those that go somewhere, calls `onPending` with their id inside the same transaction. */
export async function insertNotifications(
  client: pg.ClientBase,
  notifications: NewNotification[],
  onPending: (notificationId: number) => Promise<void>,
): Promise<void> {
  for (const { organizationId, accountId, topic, subject, message, recipient, executionId } of notifications) {
    const { rows } = await client.query<{ id: number }>(
      `insert into notification (organization_id, account_id, topic, subject, message, recipients, delivery, execution_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
      [
        organizationId,
        accountId,
        topic,
        subject,
        message,
        recipient,
        recipient === null ? "inbox" : "pending",
        executionId,
      ],
    );
    if (recipient !== null && rows[0]) await onPending(rows[0].id);
  }
}

export type PendingNotification = {
  organizationId: number;
  subject: string;
  message: string;
  recipient: string;
  topic: string;
  executionId: string | null;
};

/** A notification that still has to go somewhere; null when it has gone, or was never to. */
export async function findPending(pool: pg.Pool, notificationId: number): Promise<PendingNotification | null> {
  const { rows } = await pool.query<PendingNotification>(
    `select organization_id as "organizationId", subject, message, recipients as recipient, topic, execution_id as "executionId"
     from notification where id = $1 and delivery = 'pending'`,
    [notificationId],
  );
  return rows[0] ?? null;
}

export async function markDelivery(
  pool: pg.Pool,
  notificationId: number,
  delivery: "sent" | "failed" | "inbox",
): Promise<void> {
  await pool.query("update notification set delivery = $2 where id = $1", [notificationId, delivery]);
}
