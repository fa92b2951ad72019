import type { App } from "#server/context.ts";
import { SETTING, webAddress } from "#server/formula/instance-settings.ts";
import { pluralize } from "#server/pluralize.ts";
import { inTransaction } from "#server/store/database/transaction.ts";
import { insertNotifications } from "#server/store/delivery/outbox.ts";
import { sealRecipient } from "#server/store/encryption/sealed-address.ts";
import { claimUnnotified, type Failed } from "#server/store/execution/unnotified-failures.ts";
import { countError } from "#server/store/formula-instance/formula-instance-errors.ts";
import { settingsOf } from "../formula-instance/sealed-settings.ts";

/** The number of consecutive errors after which people are warned, and after which the instance is disabled. */
const WARN_AT = 51;
const STOP_AT = 101;

const THRESHOLD_TOPIC = "threat-level-midnight";
const FAILURE_TOPIC = "formula-execution-failed";

/** The topics of notifications about failed runs. */
export const FAILURE_TOPICS: ReadonlySet<string> = new Set([FAILURE_TOPIC, THRESHOLD_TOPIC]);

/**
 * Handles a failed execution: counts errors of its formula instance, applies the thresholds, and notifies the
 * recipients in its settings. This happens exactly once and survives a crash: the final write of the execution marks it
 * as unnotified, and a periodic job picks up the rest.
 */
export function notifyFailure(
  { db, now, vault }: Pick<App, "db" | "now" | "vault">,
  executionId: number,
): Promise<void> {
  return inTransaction(db.pool, async (client) => {
    const failed = await claimUnnotified(client, executionId);
    if (!failed) return;
    const { formulaInstanceId, organizationId, accountId } = failed;
    const errors = await countError(client, { formulaInstanceId, now: now(), warnAt: WARN_AT, stopAt: STOP_AT });
    const notices = [
      failureNotice({ ...failed, settings: settingsOf(vault, { ...failed, id: formulaInstanceId }) }),
      ...(errors?.warned || errors?.stopped ? [thresholdNotice(failed, errors)] : []),
    ];
    const notifications = notices.flatMap(({ recipients, ...notice }) =>
      recipients.map((to) => {
        const recipient = to === null ? null : sealRecipient(vault, organizationId, to);
        return { ...notice, recipient, organizationId, accountId, executionId };
      }),
    );
    await insertNotifications(client, notifications);
  });
}

type Notice = { topic: string; subject: string; message: string; recipients: (string | null)[] };

function failureNotice({ formulaName, name, executionId, error, settings }: Failed): Notice {
  const webhook = settings[SETTING.webhook];
  const recipients = [settings[SETTING.email], typeof webhook === "string" ? webAddress(webhook) : undefined];
  return {
    topic: FAILURE_TOPIC,
    subject: `${formulaName}: "${name}" failed`,
    message: `Execution ${executionId} failed: ${error}`,
    recipients: recipients.filter(
      (recipient): recipient is string => typeof recipient === "string" && recipient !== "",
    ),
  };
}

/** One notification for the owner, one for the organization's administrators; both are shown in the inbox. */
const thresholdNotice = ({ name, error }: Failed, { count, stopped }: { count: number; stopped: boolean }): Notice => ({
  topic: THRESHOLD_TOPIC,
  subject: `Formula instance "${name}" ${stopped ? "was switched off" : "keeps failing"}`,
  message: `${pluralize(count, "execution")} in a row failed; the last error was: ${error}`,
  recipients: [null, null],
});
