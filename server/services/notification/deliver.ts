import type { App, Mailer } from "#server/context.ts";
import { retryWait } from "#server/event/retry-wait.ts";
import { coalesce } from "#server/store/coalesce.ts";
import { type ClaimedDelivery, giveUpReceiver, type Outcome, settle } from "#server/store/delivery-queue.ts";
import { insertNotifications } from "#server/store/outbox.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { type Attempt, sendOver } from "./channels.ts";

/** The account's wish that failed deliveries wait for somebody to release them. */
const QUEUE_POLICY = "queue";
/** Where people read that a receiver was given up. */
const GIVEN_UP_TOPIC = "subscription-given-up";

type World = Pick<App, "db" | "env" | "log" | "now" | "queue" | "vault" | "callbacks"> & { mailer: Mailer };

/**
 * Makes what takes claimed deliveries to their receivers: again after 2^(2x) seconds up to nine times, then, or when it
 * says 410, the receiver is given up, what is for it is queued and people are told. Outcomes are written down together;
 * where that fails, the lease of the claim ends and the delivery is sent again with the same id.
 */
export function createDeliverer(world: World) {
  const write = coalesce<Outcome, true>(async (outcomes) => {
    await settle(world.db.pool, outcomes);
    return outcomes.map(() => true);
  });

  return async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const { id: deliveryId, attempts, subscription } = delivery;
    const attempt = subscription.active ? await sendOver(world, delivery) : OFF;
    const { givesUp, ...next } = verdictOn(delivery, attempt);
    const { answerStatus, error } = attempt;
    // First, so that whoever dies in between has told people all the same.
    if (givesUp) await giveUp(world, delivery, error ?? "");
    await write({ deliveryId, attempts, answerStatus, error, ...next });
  };

  function verdictOn({ attempts, policy, subscription }: ClaimedDelivery, attempt: Attempt): Verdict {
    const { status, isGone, wishMs } = attempt;
    if (status !== "failed") return { status, waitMs: null, givesUp: false };
    if (!isGone && (!subscription.active || policy === QUEUE_POLICY)) return QUEUED;
    const schedule = { unitMs: world.env.DELIVERY_UNIT_MS, chance: Math.random(), wishMs };
    const waitMs = isGone ? null : retryWait(attempts, schedule);
    return waitMs === null ? { ...QUEUED, givesUp: true } : { status: "retry", waitMs, givesUp: false };
  }
}

type Verdict = Pick<Outcome, "status" | "waitMs"> & { givesUp: boolean };
const QUEUED: Verdict = { status: "queued", waitMs: null, givesUp: false };
/** The receiver was given up before its turn came. */
const OFF: Attempt = { status: "failed", answerStatus: null, error: null, wishMs: 0, isGone: false };

/** Once, whoever finds out first; people are told in the inbox and, where there is SMTP, by e-mail. */
async function giveUp({ db, queue, log }: World, { subscription }: ClaimedDelivery, reason: string): Promise<void> {
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
      message: `Subscription ${id} was switched off. ${reason} What was not delivered, and what comes now, is queued until somebody releases it.`,
      recipient: given.email,
    };
    await insertNotifications(client, [notice], (notificationId) =>
      queue.send("notification.deliver", { notificationId }, client),
    );
  });
}
