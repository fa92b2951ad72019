import type pg from "pg";

/** The notification channel for deliveries that are ready. */
export const DELIVERY_READY = "delivery_ready";

export type Message = {
  organizationId: number;
  /** Null for the whole organization. */
  accountId: number | null;
  topic: string;
  severity?: string;
  subject: string;
  message: string;
  sender?: string;
  /** JSON text that subscriptions receive instead of `message`. */
  payload?: string;
  eventId?: string;
  /** An e-mail address or webhook URL that also receives the notification; null shows it in the inbox only. */
  recipient?: string | null;
  executionId?: number | null;
};

/**
 * Writes a notification with its deliveries: one to its recipient, if any, and one to each subscription of its topic in
 * the same account or in the default account (`docs/events.md`). The write is one statement of the caller's
 * transaction. Deliveries to a disabled subscription are queued. Returns the notification's id.
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
), addressed as (
  insert into delivery (organization_id, notification_id, status, ready)
  select organization_id, id, 'created', true from added where $8::text is not null
  returning ready
)
select id, (select pg_notify('${DELIVERY_READY}', '')
  from (select from told where ready union all select from addressed) one limit 1) from added`,
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

export async function insertNotifications(client: pg.ClientBase, notifications: NewNotification[]): Promise<void> {
  for (const notification of notifications) await insertNotification(client, notification);
}

/** Resends a notification that did not reach its recipient; false if it is no longer failed. */
export async function sendAgain(
  pool: pg.Pool,
  { organizationId, notificationId }: { organizationId: number; notificationId: number },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with again as (
       update notification set delivery = 'pending', error = null
       where id = $1 and organization_id = $2 and delivery = 'failed' returning id, organization_id
     )
     insert into delivery (organization_id, notification_id, status, ready) select organization_id, id, 'created', true from again
     on conflict (notification_id) where subscription_id is null do update set status = 'created', ready = true,
       wake_at = null, attempts = 0, error = null, updated_at = now()
     returning pg_notify('${DELIVERY_READY}', '')`,
    [notificationId, organizationId],
  );
  return rowCount === 1;
}

/** Creates deliveries for pending notifications that have none because a process of an earlier version wrote them. */
export async function adoptPending(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into delivery (organization_id, notification_id, status, ready)
     select n.organization_id, n.id, 'created', true from notification n
     where n.delivery = 'pending' and n.created_at < now() - interval '1 minute'
       and not exists (select from delivery d where d.notification_id = n.id and d.subscription_id is null)
     on conflict do nothing`,
  );
}
