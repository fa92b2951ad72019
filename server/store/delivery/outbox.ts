import type pg from "pg";
import { column, rowInputs } from "../database/column.ts";
import { ownerHasAccess } from "../database/scope.ts";
import type { StoredAddress } from "../encryption/sealed-address.ts";

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
  /**
   * An e-mail address or webhook URL that also receives the notification (`sealRecipient`); null shows it in the inbox
   * only.
   */
  recipient?: StoredAddress | null;
  executionId?: number | null;
};

const INPUT = rowInputs<{ n: Message }>({
  n: {
    organization_id: column.int((message) => message.organizationId),
    account_id: column.int((message) => message.accountId),
    topic: column.text((message) => message.topic),
    severity: column.text(({ severity = "low" }) => severity),
    subject: column.text((message) => message.subject),
    message: column.text(({ message }) => message),
    sender: column.text(({ sender = "formulary" }) => sender),
    recipients: column.text(({ recipient }) => recipient?.shown ?? null),
    recipient_sealed: column.text(({ recipient }) => recipient?.sealed ?? null),
    delivery: column.text(({ recipient = null }) => (recipient === null ? "inbox" : "pending")),
    execution_id: column.bigint(({ executionId = null }) => executionId),
    payload: column.text(({ payload = null }) => payload),
    event_id: column.text(({ eventId = null }) => eventId),
  },
});

const INSERT = `
with added as (
  insert into notification (${INPUT.columns("n")}) select n.* from ${INPUT.rows("n")}
  returning id, organization_id, account_id, topic, recipients
), subscribed as (
  insert into delivery (organization_id, notification_id, subscription_id, status, ready)
  select n.organization_id, n.id, s.id, case when s.active then 'created' else 'queued' end, s.active
  from added n
  join (select id, organization_id, account_id, topics, active and ${ownerHasAccess("user_id")} as active
    from subscription) s on s.organization_id = n.organization_id and s.topics @> array[n.topic]
  join account a on a.id = s.account_id
  where n.account_id is null or a.is_default or a.id = n.account_id
  returning ready
), addressed as (
  insert into delivery (organization_id, notification_id, status, ready)
  select organization_id, id, 'created', true from added where recipients is not null
  returning ready
)
select id, (select pg_notify('${DELIVERY_READY}', '')
  from (select from subscribed where ready union all select from addressed) one limit 1) from added`;

/**
 * Writes notifications with their deliveries: one to the recipient, if any, and one to each subscription of the topic
 * in the same account or in the default account (`docs/events.md`). The write is one statement of the caller's
 * transaction. Deliveries to a disabled
 * subscription, or one whose owner has no access, are queued. Returns the ids, in no particular order.
 */
export async function insertNotifications(client: pg.ClientBase, messages: readonly Message[]): Promise<number[]> {
  if (messages.length === 0) return [];
  const values = INPUT.parameters({ n: messages });
  const { rows } = await client.query<{ id: number }>({ name: "notification_insert", text: INSERT, values });
  return rows.map(({ id }) => id);
}

/** Writes one notification and returns its id. */
export async function insertNotification(client: pg.ClientBase, message: Message): Promise<number> {
  const [id] = await insertNotifications(client, [message]);
  if (id === undefined) throw new Error("A notification was written and has no id.");
  return id;
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
