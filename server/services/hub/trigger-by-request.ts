import { randomUUID } from "node:crypto";
import type { App } from "#server/context.ts";
import { type ElementRequestInput, elementRequest } from "#server/formula/triggers/element-request.ts";
import { coversPath } from "#server/formula/triggers/request-path.ts";
import { inTransaction } from "#server/store/database/transaction.ts";
import { insertNotification } from "#server/store/delivery/outbox.ts";
import * as subscriptions from "#server/store/formula-instance/request-subscriptions.ts";
import { blockingReasonForTrigger } from "../execution/blocking-reason.ts";

/** The maximum number of formulas that start each other, each by a request of the one before (B14). */
export const MAX_STARTS_DEEP = 5;

const LOOP_TOPIC = "formula-loop-stopped";
const UNSTARTED_TOPIC = "formula-not-started";

type RequestedInstance = { id: number; organizationId: number; accountId: number; name: string };
type TriggeringRequest = ElementRequestInput & { instance: RequestedInstance; depth: number; requestId: string };

/**
 * Starts the formulas whose trigger matches this request to the element instance (spec §2.3): each execution is stored
 * when this resolves. `depth` is the number of formulas that led to the request; at the maximum depth nothing is
 * started.
 * The request itself has succeeded already, so failures here are logged and people are notified; nothing is thrown.
 */
export async function triggerByRequest(app: App, triggering: TriggeringRequest): Promise<void> {
  await startTriggered(app, triggering).catch((error) => notifyUnstarted(app, triggering, error));
}

async function startTriggered(app: App, triggering: TriggeringRequest): Promise<void> {
  const { instance, depth, requestId, ...exchanged } = triggering;
  const { method, path } = exchanged.request;
  const elementInstanceId = instance.id;
  const subscribed = await subscriptions.ofElementInstance(app.db.pool, {
    organizationId: instance.organizationId,
    elementInstanceId,
    method,
  });
  const started = subscribed.filter((subscription) => coversPath(subscription.path, path));
  if (started.length === 0) return;
  if (depth >= MAX_STARTS_DEEP) return notifyLoop(app, instance, `${method} ${path}`);
  const cause = `call:${randomUUID()}`;
  const trigger = { ...elementRequest.context(exchanged), depth: depth + 1 };
  const start = async ({ organizationId, formulaInstanceId }: (typeof started)[number]) => {
    const runnable = await app.db.findRunnable({ organizationId, formulaInstanceId });
    if (!runnable || blockingReasonForTrigger(runnable, instance) !== null) return;
    await app.engine.accept({ runnable, trigger, triggerType: elementRequest.type, cause, requestId });
  };
  await Promise.all(
    started.map((subscription) =>
      start(subscription).catch((error) => notifyUnstarted(app, triggering, error, subscription.formulaInstanceId)),
    ),
  );
}

const notifyLoop = (app: App, instance: RequestedInstance, call: string): Promise<void> =>
  notifyOwner(app, instance, {
    topic: LOOP_TOPIC,
    subject: `Loop stopped at "${instance.name}"`,
    message: `${call} was triggered by formulas that trigger each other, ${MAX_STARTS_DEEP} formulas deep. No further formula was started.`,
  });

/** Without a formula instance it is unknown which ones would have been started. */
async function notifyUnstarted(
  app: App,
  { instance, request: { method, path } }: TriggeringRequest,
  error: unknown,
  formulaInstanceId?: number,
): Promise<void> {
  const called = { elementInstanceId: instance.id, method, formulaInstanceId };
  app.log.error({ err: error, ...called }, "a formula was not started by a call");
  const what =
    formulaInstanceId === undefined
      ? "The formulas that this request triggers"
      : `Formula instance ${formulaInstanceId}`;
  await notifyOwner(app, instance, {
    topic: UNSTARTED_TOPIC,
    subject: `A call to "${instance.name}" did not start its formula`,
    message: `${method} ${path} succeeded. ${what} could not be started. Run it manually, or send the request again.`,
  }).catch((err) => app.log.error({ err, ...called }, "nobody could be notified of a formula that was not started"));
}

async function notifyOwner(
  { db }: App,
  { organizationId, accountId }: RequestedInstance,
  words: { topic: string; subject: string; message: string },
): Promise<void> {
  const notification = { organizationId, accountId, ...words, recipient: null, executionId: null };
  await inTransaction(db.pool, (client) => insertNotification(client, notification));
}
