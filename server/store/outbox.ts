import type pg from "pg";

/** Where couriers listen; the worker's pump is woken by it. */
export const DELIVERY_READY = "delivery_ready";

export type Message = {
  organizationId: number;
  /** Null: for the whole organization. */
  accountId: number | null;
  topic: string;
  severity?: string;
  subject: string;
  message: string;
  sender?: string;
  /** JSON text that subscriptions are sent in the place of `message`. */
  payload?: string;
  eventId?: string;
  /** An e-mail address or a webhook URL that it also goes to; null shows it in the inbox only. */
  recipient?: string | null;
  executionId?: number | null;
};

/**
 * Writes a notification with one delivery to each subscription of its topic in the same account or in the default one,
 * one statement of the caller's transaction. Deliveries to a receiver that was given up are queued. Returns the
 * notification's id.
 */
export async function insertNotification(
  client: pg.ClientBase,
  { organizationId, accountId, topic, subject, message, ...more }: Message,
): Promise<number> {
  const { recipient = null } = more;
  const { rows } = await client.query<{ id: number }>({
    name: "notification_insert",
    text: `
with added as (
  insert into notification (organization_id, account_id, topic, severity, subject, message, sender, recipients, delivery,
    execution_id, payload, event_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id, organization_id, account_id, topic
), told as (
  insert into delivery (organization_id, notification_id, subscription_id, status, ready)
  select n.organization_id, n.id, s.id, case when s.active then 'created' else 'queued' end, s.active
  from added n
  join subscription s on s.organization_id = n.organization_id and s.topics @> array[n.topic]
  join account a on a.id = s.account_id
  where n.account_id is null or a.is_default or a.id = n.account_id
  returning ready
)
select id, (select pg_notify('${DELIVERY_READY}', '') from told where ready limit 1) from added`,
    values: [
      organizationId,
      accountId,
      topic,
      more.severity ?? "low",
      subject,
      message,
      more.sender ?? "formulary",
      recipient,
      recipient === null ? "inbox" : "pending",
      more.executionId ?? null,
      more.payload ?? null,
      more.eventId ?? null,
    ],
  });
  const [row] = rows;
  if (!row) throw new Error("A notification was written and has no id.");
  return row.id;
}

export type NewNotification = Omit<Message, "payload" | "eventId">;

/** Writes notifications and, for those that go somewhere, calls `onPending` with their id inside the same transaction. */
export async function insertNotifications(
  client: pg.ClientBase,
  notifications: NewNotification[],
  onPending: (notificationId: number) => Promise<void>,
): Promise<void> {
  for (const notification of notifications) {
    const id = await insertNotification(client, notification);
    if (notification.recipient) await onPending(id);
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

/** A notification that still has to go to its recipient; null when it has gone, or was never to. */
export async function findPending(pool: pg.Pool, notificationId: number): Promise<PendingNotification | null> {
  const { rows } = await pool.query<PendingNotification>(
    `select organization_id as "organizationId", subject, message, recipients as recipient, topic, execution_id as "executionId"
     from notification where id = $1 and delivery = 'pending'`,
    [notificationId],
  );
  return rows[0] ?? null;
}

export async function markDelivery(pool: pg.Pool, notificationId: number, delivery: "sent" | "inbox"): Promise<void> {
  await pool.query("update notification set delivery = $2, error = null where id = $1", [notificationId, delivery]);
}

/** Notes why an attempt failed; `isLast` when there will be no other. */
export async function noteFailure(
  pool: pg.Pool,
  notificationId: number,
  { error, isLast }: { error: string; isLast: boolean },
): Promise<void> {
  await pool.query(
    `update notification set error = $2, delivery = case when $3 then 'failed' else delivery end
     where id = $1 and delivery = 'pending'`,
    [notificationId, error, isLast],
  );
}

/** False when it had an end already. */
export async function giveUpDelivery(pool: pg.Pool, notificationId: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update notification set delivery = 'failed', error = coalesce(error, 'It could not be sent.')
     where id = $1 and delivery = 'pending'`,
    [notificationId],
  );
  return rowCount === 1;
}

/** Lets a failed one be delivered again; false when it is no longer failed. */
export async function markPending(client: pg.ClientBase, notificationId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    "update notification set delivery = 'pending', error = null where id = $1 and delivery = 'failed'",
    [notificationId],
  );
  return rowCount === 1;
}
