import { maskAndCut } from "#server/account/mask-and-cut.ts";
import { redact } from "#server/account/redact.ts";
import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { asText } from "#server/formula/place.ts";
import * as jobRuns from "#server/store/schedule/job-runs.ts";
import { concealedCall, credentialsOf } from "./concealed-call.ts";
import { openCall } from "./sealed-call.ts";

const TIMEOUT_MS = 60_000;
/** Longer than all retries of its job. */
export const REQUEST_LEASE_MS = 15 * 60_000;
const LONGEST_ERROR = 2000;

/**
 * Makes a due API request as the user who scheduled it. A request that a crash interrupted is repeated with the same
 * Idempotency-Key, so that the API executes it once.
 */
export async function makeScheduledRequest(
  app: Pick<App, "db" | "log" | "platform" | "vault">,
  run: { organizationId: number; jobRunId: number; ticket: string },
): Promise<void> {
  const { pool } = app.db;
  const { jobRunId } = run;
  const claimed = await jobRuns.findClaimed(pool, run);
  if (!claimed) return;
  const { call: earlier, callSealed, scheduleId, ...user } = claimed;
  const { organizationId } = user;
  const call = openCall(app.vault, { organizationId, scheduleId, callSealed, call: earlier });
  const { method, uri, query, headers, body } = call;
  const secrets = credentialsOf(call);
  // The column cannot store U+0000.
  const shown = (text: string) =>
    maskAndCut(text, LONGEST_ERROR, (part) => redact(part, secrets).text).replaceAll("\0", "\ufffd");
  const search = new URLSearchParams(query).toString();
  try {
    const { code, body: responseBody } = await app.platform(
      { ...user, settings: {} },
      {
        method,
        url: `${uri}${search && (uri.includes("?") ? "&" : "?")}${search}`,
        headers: { ...headers, "idempotency-key": `job:${jobRunId}` },
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
    );
    const error = code < 300 ? null : `${method} ${concealedCall(call).uri} answered ${code}: ${asText(responseBody)}`;
    await jobRuns.finish(pool, { ...run, status: code, error: error && shown(error) });
  } catch (error) {
    if (!(error instanceof Failure)) app.log.warn({ jobRunId, err: error }, "scheduled request failed");
    await jobRuns.finish(pool, { ...run, status: null, error: shown((error as Error).message) });
  }
}
