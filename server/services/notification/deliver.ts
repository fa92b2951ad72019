import { shownAddress } from "#server/account/callback-address.ts";
import type { App } from "#server/context.ts";
import { recipientRetryWait, retryWait } from "#server/event/retry-wait.ts";
import { coalesce } from "#server/store/database/coalesce.ts";
import { inTransaction } from "#server/store/database/transaction.ts";
import {
  type ClaimedDelivery,
  giveUpReceiver,
  type Outcome,
  releaseIfActive,
  type Subscribed,
  settle,
} from "#server/store/delivery/delivery-queue.ts";
import { insertNotification } from "#server/store/delivery/outbox.ts";
import { sealRecipient } from "#server/store/encryption/sealed-address.ts";
import type { Attempt } from "./attempt.ts";
import { sendOver } from "./channels.ts";
import { type RecipientWorld, sendToRecipient } from "./send-to-recipient.ts";

/** The account policy that holds failed deliveries in a queue until someone releases them. */
const QUEUE_POLICY = "queue";
/** The topic of notifications about a deactivated subscription. */
const GIVEN_UP_TOPIC = "subscription-given-up";

type World = Pick<App, "db" | "env" | "log" | "now" | "vault" | "callbacks"> & RecipientWorld;

/**
 * Creates the handler of claimed deliveries (`docs/events.md`). Deliveries to a subscription are retried after 2^(2x)
 * seconds, up to nine times. Then, or after a 410 response, the subscription is deactivated, its deliveries are queued
 * and users are notified. Deliveries to the recipient of a notification are retried up to eight times; then the
 * notification has failed, and users can resend it. Outcomes are written in batches. If a write fails, the lease of the
 * claim expires and the delivery is sent again with the same ID.
 */
export function createDeliverer(world: World) {
  const write = coalesce<Outcome, true>(async (outcomes) => {
    await settle(world.db.pool, outcomes);
    return outcomes.map(() => true);
  });

  return async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const { id: deliveryId, attempts, subscription, notification } = delivery;
    const { eventId } = notification;
    const [startedAt, began] = [world.now(), performance.now()];
    if (subscription?.active === false) {
      await write({ deliveryId, attempts, eventId, startedAt, durationMs: 0, isSent: false, ...QUEUED, ...NOTHING });
      // A subscription that is turned on again releases only what is queued by then.
      return releaseIfActive(world.db.pool, delivery);
    }
    const attempt = await (subscription ? sendOver(world, delivery, subscription) : sendToRecipient(world, delivery));
    const durationMs = Math.round(performance.now() - began);
    const { givesUp, ...next } = verdictOn(delivery, attempt);
    const { answerStatus, error, exchange } = attempt;
    // Comes first, so that users are notified even if this process crashes before the outcome is written.
    if (givesUp && subscription) await giveUp(world, subscription, error ?? "");
    const outcome = { deliveryId, attempts, answerStatus, error, exchange, eventId, startedAt, durationMs };
    await write({ ...outcome, isSent: true, ...next });
    // Someone may have activated the subscription between the two writes.
    if (givesUp) await releaseIfActive(world.db.pool, delivery);
  };

  function verdictOn({ attempts, policy, subscription, notification }: ClaimedDelivery, attempt: Attempt): Verdict {
    const { status, isGone, wishMs } = attempt;
    if (status !== "failed") return { status, waitMs: null, givesUp: false };
    if (!subscription) {
      const schedule = { unitMs: world.env.DELIVERY_UNIT_MS, chance: Math.random() };
      const waitMs = isGone ? null : recipientRetryWait(attempts, schedule);
      if (waitMs === null) world.log.warn({ notificationId: notification.id }, "a notification was not delivered");
      return { status: waitMs === null ? "failed" : "retry", waitMs, givesUp: false };
    }
    if (!isGone && policy === QUEUE_POLICY) return WAITING;
    const schedule = { unitMs: world.env.DELIVERY_UNIT_MS, chance: Math.random(), wishMs };
    const waitMs = isGone ? null : retryWait(attempts, schedule);
    return waitMs === null ? { ...WAITING, givesUp: true } : { status: "retry", waitMs, givesUp: false };
  }
}

type Verdict = Pick<Outcome, "status" | "waitMs"> & { givesUp: boolean };
const QUEUED = { status: "queued", waitMs: null } as const;
const WAITING: Verdict = { ...QUEUED, givesUp: false };
const NOTHING = { answerStatus: null, error: null, exchange: null };

/**
 * Deactivates the subscription once, even if several processes fail. Users are notified in the inbox and, if SMTP is
 * configured, by e-mail.
 */
async function giveUp({ db, env, log, vault }: World, subscription: Subscribed, reason: string): Promise<void> {
  const { id, organizationId, accountId, address } = subscription;
  await inTransaction(db.pool, async (client) => {
    const given = await giveUpReceiver(client, id);
    if (!given) return;
    log.warn({ subscriptionId: id, organizationId }, "a receiver was given up");
    const notice = {
      organizationId,
      accountId,
      topic: GIVEN_UP_TOPIC,
      severity: "high",
      subject: `Nothing more is sent to ${shownAddress(address)}`,
      message: `${reason} The subscription ${id} was switched off. Undelivered and new notifications are queued until someone sends them: ${new URL("/events/deliveries", env.PUBLIC_URL).href}`,
      recipient: given.email === null ? null : sealRecipient(vault, organizationId, given.email),
    };
    await insertNotification(client, notice);
  });
}
