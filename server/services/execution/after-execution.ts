import type { App } from "#server/context.ts";
import type { Ending } from "#server/formula/run.ts";
import type { Runnable } from "#server/store/executions.ts";
import { countError, forgetErrors } from "#server/store/formula-instance-errors.ts";
import { insertNotifications } from "#server/store/outbox.ts";

/** Consecutive errors at which people are warned, and above which the instance is switched off (contract §5, 10). */
const WARN_AT = 51;
const STOP_AT = 101;

const THRESHOLD_TOPIC = "threat-level-midnight";
const FAILURE_TOPIC = "formula-execution-failed";

/**
 * What follows the end of an execution: error counters and thresholds of its formula instance (contract §5, 10),
 * and word to those its settings name (§5, 11).
 */
export async function afterExecution(
  app: Omit<App, "engine">,
  runnable: Runnable,
  executionId: number,
  ending: Ending,
) {
  if (ending.status === "retry") return;
  if (ending.status === "success") {
    if (runnable.numberConsecutiveErrors > 0) await forgetErrors(app.db.pool, runnable.formulaInstanceId);
    return;
  }
  const { organizationId, accountId, formulaInstanceId, formulaName, name, settings } = runnable;
  const tell = (topic: string, subject: string, message: string, recipients: (string | null)[]) =>
    insertNotifications(
      app.db.pool,
      recipients.map((recipient) => ({ organizationId, accountId, topic, subject, message, recipient, executionId })),
      (notificationId, within) => app.queue.send("notification.deliver", { notificationId }, within),
    );
  const errors = await countError(app.db.pool, { formulaInstanceId, now: app.now(), warnAt: WARN_AT, stopAt: STOP_AT });
  const recipients = [settings["notification.email"], settings["notification.webhook.url"]].filter(
    (recipient): recipient is string => typeof recipient === "string" && recipient !== "",
  );
  if (recipients.length) {
    await tell(
      FAILURE_TOPIC,
      `${formulaName}: "${name}" failed`,
      `Execution ${executionId} failed: ${ending.error}`,
      recipients,
    );
  }
  if (errors?.warned || errors?.stopped) {
    const subject = errors.stopped
      ? `Formula instance "${name}" was switched off`
      : `Formula instance "${name}" keeps failing`;
    const message = `${errors.count} executions in a row failed; the last error was: ${ending.error}`;
    // One for the owner, one for the organisation's administrators.
    await tell(THRESHOLD_TOPIC, subject, message, [null, null]);
  }
}
