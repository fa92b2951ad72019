import type pg from "pg";
import { column, rowInputs } from "../database/column.ts";
import { ownerHasAccess } from "../database/scope.ts";
import type { StoredAddress } from "../encryption/sealed-address.ts";
import { endsOf } from "../execution/execution-places.ts";
import { DELIVERY_READY } from "./outbox.ts";

/** A delivery that this process has claimed, with all data that an attempt needs. */
export type ClaimedDelivery = {
  id: string;
  organizationId: number;
  /** Null for a delivery to the recipient of the notification. */
  subscriptionId: number | null;
  webhookId: string;
  /** The number of attempts, including the current one. */
  attempts: number;
  notification: {
    id: number;
    topic: string;
    severity: string;
    subject: string;
    message: string;
    payload: string | null;
    eventId: string | null;
    recipient: StoredAddress | null;
    executionId: number | null;
    createdAt: Date;
  };
  subscription: Subscribed | null;
  /** The account's policy for failed deliveries: `retry` or `queue`. */
  policy: string | null;
};

export type Subscribed = {
  id: number;
  organizationId: number;
  accountId: number;
  channel: string;
  address: string;
  addressSealed: string | null;
  credentials: string;
  /** It is not disabled, and its owner has access. */
  active: boolean;
};

/** The maximum number of concurrent deliveries: in this process, per organization, and per receiver. */
export type Shares = { limit: number; perOrganization: number; perReceiver: number };
/** The number of deliveries in progress, by id. */
export type UnderWay = { organizations: ReadonlyMap<number, number>; receivers: ReadonlyMap<number, number> };

/**
 * Returns the id of the receiver: the subscription, or for deliveries to recipients a single receiver per organization.
 */
export const receiverOf = ({ subscriptionId, organizationId }: ClaimedDelivery): number =>
  subscriptionId ?? -organizationId;
const LEASE_END = "now() + $1 * case when subscription_id is null then 5 else 1 end * interval '1 millisecond'";
/** The SQL equivalent of `receiverOf`, which matches the expression of the index. */
const RECEIVER = "coalesce(subscription_id, -organization_id)";

/**
 * Claims deliveries that are ready, oldest first for each receiver. Organizations are served in turn, and the receivers
 * of an organization as well, so that an unavailable receiver with thousands of deliveries does not block others. A
 * delivery that is not settled within `leaseMs`, because its worker died, becomes ready again. Deliveries to recipients
 * have five times the lease, because mail servers may be slow.
 */
export async function claimReady(
  pool: pg.Pool,
  { shares, underWay, leaseMs }: { shares: Shares; underWay: UnderWay; leaseMs: number },
): Promise<ClaimedDelivery[]> {
  const { organizations, receivers } = underWay;
  const { rows } = await pool.query<
    Omit<ClaimedDelivery, "notification"> & { notification: Omit<ClaimedDelivery["notification"], "createdAt"> } & {
      createdAt: Date;
      payload: string | null;
    }
  >({
    name: "delivery_claim",
    text: `
with recursive lane as (
  (select organization_id, ${RECEIVER} as receiver from delivery where ready
    order by organization_id, ${RECEIVER} limit 1)
  union all
  select next.organization_id, next.receiver from lane l cross join lateral (
    select organization_id, ${RECEIVER} as receiver from delivery
    where ready and (organization_id, ${RECEIVER}) > (l.organization_id, l.receiver)
    order by organization_id, ${RECEIVER} limit 1
  ) next
), candidate as (
  select d.id, l.organization_id,
    coalesce(s.count, 0) + row_number() over (partition by l.receiver order by d.id) as turn
  from lane l left join unnest($3::int[], $4::int[]) as s(id, count) on s.id = l.receiver
  cross join lateral (
    select id from delivery
    where ready and organization_id = l.organization_id and ${RECEIVER} = l.receiver
    order by id limit greatest($5 - coalesce(s.count, 0), 0)
  ) d
), chosen as (
  select id from (
    select c.id, coalesce(o.count, 0) + row_number() over (partition by c.organization_id order by c.turn, c.id) as turn
    from candidate c left join unnest($6::int[], $7::int[]) as o(id, count) on o.id = c.organization_id
  ) each where turn <= $8 order by turn, id limit $2
), locked as materialized (
  select id from delivery where id in (select id from chosen) and ready for update skip locked
), claimed as (
  update delivery set ready = false, attempts = attempts + 1, updated_at = now(),
    wake_at = ${LEASE_END}, lease_until = ${LEASE_END}
  where id in (select id from locked)
  returning id, organization_id, subscription_id, notification_id, webhook_id, attempts
)
select c.id, c.organization_id as "organizationId", c.subscription_id as "subscriptionId", c.webhook_id as "webhookId",
  c.attempts, a.settings ->> 'notification.webhook.failure.policy' as policy,
  json_build_object('id', n.id, 'topic', n.topic, 'severity', n.severity, 'subject', n.subject, 'message', n.message,
    'eventId', n.event_id, 'recipient', case when n.recipients is not null then json_build_object('shown', n.recipients, 'sealed', n.recipient_sealed) end,
    'executionId', n.execution_id) as notification,
  n.created_at as "createdAt", n.payload,
  case when s.id is not null then json_build_object('id', s.id, 'organizationId', s.organization_id,
    'accountId', s.account_id, 'channel', s.channel, 'address', s.address, 'addressSealed', s.address_sealed, 'credentials', s.credentials,
    'active', s.active and ${ownerHasAccess("s.user_id")}) end as subscription
from claimed c
join notification n on n.id = c.notification_id
left join subscription s on s.id = c.subscription_id
left join account a on a.id = s.account_id
order by c.id`,
    values: [
      leaseMs,
      shares.limit,
      [...receivers.keys()],
      [...receivers.values()],
      shares.perReceiver,
      [...organizations.keys()],
      [...organizations.values()],
      shares.perOrganization,
    ],
  });
  return rows.map(({ createdAt, payload, ...row }) => ({
    ...row,
    notification: { ...row.notification, createdAt, payload },
  }));
}

/** The outcome of an attempt. `waitMs` is the time until the next attempt. */
export type Outcome = {
  /** False: nothing was sent, since the subscription was disabled after the claim. It is no attempt. */
  isSent: boolean;
  deliveryId: string;
  attempts: number;
  status: "delivered" | "notified" | "retry" | "queued" | "failed";
  waitMs: number | null;
  answerStatus: number | null;
  error: string | null;
  startedAt: Date;
  durationMs: number;
  /** The HTTP exchange as JSON text without credentials. */
  exchange: string | null;
  /** The event that it is about. */
  eventId: string | null;
};

/**
 * Records outcomes, each with its attempt, and ends their leases. What was not sent keeps the result of the last
 * attempt. Outcomes of superseded attempts are ignored. A delivery that was queued or dismissed during its attempt stays
 * so if the attempt failed. An event becomes NOTIFIED when a delivery of it succeeds. The outcome of a delivery to a recipient is
 * recorded on the notification.
 */
export async function settle(pool: pg.Pool, outcomes: Outcome[]): Promise<void> {
  // Postgres opens only the partitions of these events.
  const ends = endsOf(outcomes.flatMap(({ eventId }) => (eventId === null ? [] : Number(eventId))));
  await pool.query({
    name: "delivery_settle",
    text: SETTLE,
    values: [...ends, ...OUTCOMES.parameters({ o: outcomes })],
  });
}

const OUTCOMES = rowInputs<{ o: Outcome }>(
  {
    o: {
      id: column.bigint(({ deliveryId }) => Number(deliveryId)),
      is_sent: column.bool(({ isSent }) => isSent),
      attempts: column.int((outcome) => outcome.attempts),
      status: column.text((outcome) => outcome.status),
      wait_ms: column.bigint(({ waitMs }) => waitMs && Math.round(waitMs)),
      answer_status: column.int((outcome) => outcome.answerStatus),
      error: column.text((outcome) => outcome.error),
      started_at: column.timestamptz((outcome) => outcome.startedAt),
      duration_ms: column.int((outcome) => outcome.durationMs),
      exchange: column.text((outcome) => outcome.exchange),
    },
  },
  { parametersBefore: 2 },
);

/** The time of the update stays as well: a release that waits for the outcome leaves out what changed meanwhile. */
const IS_KEPT =
  "(d.status = 'queued' and o.status = 'retry' or d.status = 'notified' and o.status not in ('delivered', 'notified'))";

/**
 * Notifications are looked up by their ids: a plan that was made when few of them were pending, or of events, might read all
 * that are.
 */
const SETTLE = `
with outcome as (
  select * from ${OUTCOMES.rows("o")}
), settled as (
  update delivery d set status = case when ${IS_KEPT} then d.status else o.status end, ready = false, lease_until = null,
    wake_at = case when ${IS_KEPT} then null else now() + o.wait_ms * interval '1 millisecond' end,
    attempts = d.attempts - (not o.is_sent)::int, updated_at = case when ${IS_KEPT} then d.updated_at else now() end,
    answer_status = case when o.is_sent then o.answer_status else d.answer_status end,
    error = case when o.is_sent then o.error else d.error end
  from outcome o
  where d.id = o.id and d.attempts = o.attempts and d.status <> 'delivered'
  returning d.id, d.organization_id, d.notification_id, o.status, d.error, d.subscription_id is null as has_recipient
), attempted as (
  insert into delivery_attempt (delivery_id, organization_id, status, started_at, duration_ms, error, exchange)
  select s.id, s.organization_id, s.status, o.started_at, o.duration_ms, o.error, o.exchange
  from settled s join outcome o on o.id = s.id where o.is_sent
), about as (
  select s.status, s.error, s.has_recipient, n.* from settled s
  cross join lateral (select id, delivery, event_id from notification where id = s.notification_id offset 0) n
), addressed as (
  update notification n set error = a.error, delivery = case a.status when 'delivered' then 'sent'
    when 'notified' then 'inbox' when 'failed' then 'failed' else n.delivery end
  from about a where a.has_recipient and a.delivery = 'pending' and n.id = a.id
)
update event e set status = 'NOTIFIED', updated_at = now() from about a
where a.status in ('delivered', 'notified') and a.event_id is not null and e.id = a.event_id::bigint
  and e.id between $1::bigint and $2::bigint and e.status <> 'NOTIFIED'`;

const BATCH = 1000;

/** Marks deliveries as ready whose retry is due or whose lease has expired, and notifies the delivery workers. */
export async function wakeDeliveries(pool: pg.Pool): Promise<void> {
  for (let woken = BATCH; woken === BATCH; ) {
    const { rows } = await pool.query<{ count: number }>(
      `with due as (
         select id from delivery where wake_at <= now() order by wake_at limit $1 for update skip locked
       ), woken as (
         update delivery set ready = true, wake_at = null where id in (select id from due) returning id
       )
       select count(*)::int as count, (select pg_notify('${DELIVERY_READY}', '') from woken limit 1) from woken`,
      [BATCH],
    );
    woken = rows[0]?.count ?? 0;
  }
}

/** Makes a queued delivery ready if its subscription is active. Waits for a transaction that activates it or its owner. */
export async function releaseIfActive(
  pool: pg.Pool,
  { id, subscriptionId, organizationId }: Pick<ClaimedDelivery, "id" | "subscriptionId" | "organizationId">,
): Promise<void> {
  await pool.query(
    `with receiver as (
       select s.active and u.active and a.active as active from subscription s
       join "user" u on u.id = s.user_id join account a on a.id = u.account_id
       where s.id = $2 and s.organization_id = $3 for share), released as (
       update delivery set status = 'created', ready = true, attempts = 0, updated_at = now()
       where id = $1 and organization_id = $3 and status = 'queued' and (select active from receiver) returning id)
     select pg_notify('${DELIVERY_READY}', '') from released`,
    [id, subscriptionId, organizationId],
  );
}

/**
 * Disables a subscription after repeated failures and queues its pending deliveries. Returns the e-mail address to
 * notify; null if the subscription was already disabled.
 */
export async function giveUpReceiver(
  client: pg.ClientBase,
  subscriptionId: number,
): Promise<{ email: string | null } | null> {
  const { rows } = await client.query<{ email: string | null }>(
    `with off as (
       update subscription set active = false, given_up_at = now(), updated_at = now() where id = $1 and active
       returning user_id, organization_id)
     select u.email from off left join "user" u
       on u.id = off.user_id and u.organization_id = off.organization_id and u.active`,
    [subscriptionId],
  );
  await client.query(
    `update delivery set status = 'queued', ready = false, wake_at = null, updated_at = now()
     where subscription_id = $1 and status in ('created', 'retry')`,
    [subscriptionId],
  );
  return rows[0] ?? null;
}
