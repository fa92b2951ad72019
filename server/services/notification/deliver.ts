import type { App } from "#server/context.ts";
import { recipientRetryWait, retryWait } from "#server/event/retry-wait.ts";
import { coalesce } from "#server/store/coalesce.ts";
import {
  type ClaimedDelivery,
  giveUpReceiver,
  type Outcome,
  type Subscribed,
  settle,
} from "#server/store/delivery-queue.ts";
import { insertNotifications } from "#server/store/outbox.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { type Attempt, FAILED } from "./attempt.ts";
import { sendOver } from "./channels.ts";
import { type RecipientWorld, sendToRecipient } from "./send-to-recipient.ts";

/** The account's wish that failed deliveries wait for somebody to release them. */
const QUEUE_POLICY = "queue";
/** Where people read that a receiver was given up. */
const GIVEN_UP_TOPIC = "subscription-given-up";

type World = Pick<App, "db" | "env" | "log" | "now" | "vault" | "callbacks"> & RecipientWorld;

/**
 * Makes the handler of claimed deliveries (`docs/events.md`). A subscription is tried again after 2^(2x) seconds up to
 * nine times; then, or when it answers 410, it is switched off, its deliveries are queued and people are notified. The
 * recipient of a notification is tried up to eight times more; then the notification has failed, and people can send it
 * again. Outcomes are written together; where that fails, the lease of the claim ends and the delivery is sent again with
 * the same id.
 */
export function createDeliverer(world: World) {
  const write = coalesce<Outcome, true>(async (outcomes) => {
    await settle(world.db.pool, outcomes);
    return outcomes.map(() => true);
  });

  return async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const { id: deliveryId, attempts, subscription } = delivery;
    const attempt = await attemptOf(world, delivery);
    const { givesUp, ...next } = verdictOn(delivery, attempt);
    const { answerStatus, error } = attempt;
    // First, so that people are notified even if this process dies in between.
    if (givesUp && subscription) await giveUp(world, subscription, error ?? "");
    await write({ deliveryId, attempts, answerStatus, error, ...next });
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
    if (!isGone && (!subscription.active || policy === QUEUE_POLICY)) return QUEUED;
    const schedule = { unitMs: world.env.DELIVERY_UNIT_MS, chance: Math.random(), wishMs };
    const waitMs = isGone ? null : retryWait(attempts, schedule);
    return waitMs === null ? { ...QUEUED, givesUp: true } : { status: "retry", waitMs, givesUp: false };
  }
}

async function attemptOf(world: World, delivery: ClaimedDelivery): Promise<Attempt> {
  const { subscription, notification } = delivery;
  if (!subscription) return sendToRecipient(world, notification);
  // One that was switched off meanwhile is sent nothing.
  return subscription.active ? sendOver(world, delivery, subscription) : FAILED;
}

type Verdict = Pick<Outcome, "status" | "waitMs"> & { givesUp: boolean };
const QUEUED: Verdict = { status: "queued", waitMs: null, givesUp: false };
/** Once, by the process that finds out first; people are notified in the inbox and, where there is SMTP, by e-mail. */
async function giveUp({ db, log }: World, subscription: Subscribed, reason: string): Promise<void> {
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
      subject: `Nothing more is sent to ${address}`,
      message: `Subscription ${id} was switched off. ${reason} Undelivered and new notifications are queued until someone sends the queued deliveries.`,
      recipient: given.email,
    };
    await insertNotifications(client, [notice]);
  });
}
