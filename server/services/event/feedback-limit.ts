import type { App } from "#server/context.ts";
import { cutText } from "#server/cut-text.ts";
import { pluralize } from "#server/pluralize.ts";
import { inTransaction } from "#server/store/database/transaction.ts";
import { insertNotification } from "#server/store/delivery/outbox.ts";
import type { Runnable } from "#server/store/execution/runnables.ts";

type Started = Pick<Runnable, "organizationId" | "accountId" | "formulaInstanceId" | "name" | "formulaName">;

/** The topic of the notification that a formula instance was throttled. */
const TOPIC = "formula-instance-held-back";

/**
 * Why an event does not start a formula instance that it matches: the instance has run as often as
 * `EVENT_RUNS_PER_OBJECT` allows within a minute for this object, as when a formula changes the object whose event
 * starts it. People are notified, at most once an hour for each formula instance. Null if it may start.
 * Counted in memory, for each process: a statement for each event would cost more than it prevents.
 */
export function feedbackLimitReason(app: App, runnable: Started, objectId: string): string | null {
  const { eventRuns, heldBackNotices } = app.state;
  if (!eventRuns.take(`${runnable.formulaInstanceId} ${objectId}`, performance.now())) return null;
  const most = app.env.EVENT_RUNS_PER_OBJECT;
  if (!heldBackNotices.take(runnable.formulaInstanceId, performance.now())) {
    notify(app, runnable, objectId).catch((error: unknown) => {
      app.log.warn({ err: error, formulaInstanceId: runnable.formulaInstanceId }, "held back, but nobody was notified");
    });
  }
  return `The formula instance was held back because it ran ${pluralize(most, "time")} within a minute for the object "${objectId}". A formula that changes the object whose event starts it triggers itself without end.`;
}

const notify = (app: App, { organizationId, accountId, name, formulaName }: Started, objectId: string) =>
  inTransaction(app.db.pool, (client) =>
    insertNotification(client, {
      organizationId,
      accountId,
      topic: TOPIC,
      severity: "high",
      subject: `${formulaName}: "${name}" is held back`,
      message: `The formula instance ran ${pluralize(app.env.EVENT_RUNS_PER_OBJECT, "time")} within a minute for the object "${cutText(objectId, 200)}". Further events for this object are stored but start no run until the minute is over. Check whether the formula changes the object whose event starts it. If it does, add a filter on the changed fields to end the loop.`,
    }),
  );
