import { type App, actingAs, type Context } from "#server/context.ts";
import type { BulkStatus, Direction } from "#server/element/bulk/bulk-job-kinds.ts";
import { Failure } from "#server/errors.ts";
import { retryAfterMs } from "#server/event/retry-wait.ts";
import type { BulkJob } from "#server/store/bulk/bulk-jobs.ts";
import * as leases from "#server/store/bulk/bulk-leases.ts";
import { inTransaction } from "#server/store/database/transaction.ts";
import { insertNotification } from "#server/store/delivery/outbox.ts";
import { sealRecipient } from "#server/store/encryption/sealed-address.ts";
import * as users from "#server/store/organization/users.ts";
import { isTemporary } from "#server/temporary-failure.ts";
import { callbackOf, formulaInstanceOf, startFormula } from "./callback.ts";
import { fileKeyIdentity } from "./file-key.ts";
import { failureText, type OpenBulkJob, type TurnEnd } from "./open-bulk-job.ts";
import { presentBulkJob } from "./present-bulk-job.ts";
import { runDownload } from "./run-download.ts";
import { runUpload } from "./run-upload.ts";
import { runWorkflow } from "./workflow/run-workflow.ts";

export const BULK_LEASE_MS = 10_000;
const HEARTBEAT_MS = 1000;
/** After this time a job yields to others. */
const TURN_MS = 30_000;
const MOST_FAILURES = 8;
const LONGEST_WAIT_MS = 5 * 60_000;

const RUNS: Record<Direction, (app: App, open: OpenBulkJob) => Promise<TurnEnd>> = {
  download: runDownload,
  upload: runUpload,
  workflow: runWorkflow,
};

/**
 * Works on a claimed bulk job for one turn, from the position that was saved last; its results are lost if the job was
 * cancelled or taken over. A pause that the provider requests is honored; other failures of the provider are retried
 * for a while.
 */
export async function runBulkJob(app: App, claimed: leases.ClaimedBulkJob): Promise<void> {
  const { pool } = app.db;
  const job = await leases.findClaimed(pool, claimed);
  if (!job) return;
  const lost = new AbortController();
  const heart = setInterval(() => {
    leases.hold(pool, claimed, BULK_LEASE_MS).then(
      (isHeld) => isHeld || lost.abort(new leases.BulkJobLost(claimed)),
      (error) => app.log.warn({ err: error }, "lease of bulk job not held"),
    );
  }, HEARTBEAT_MS);
  try {
    const end = await runTurn(app, { job, claimed, signal: lost.signal });
    if (end === "complete") await finish(app, { job, claimed }, { status: "COMPLETED", message: null });
    else await leases.release(pool, claimed, { inMs: end.againInMs });
  } catch (error) {
    if (error instanceof leases.BulkJobLost || lost.signal.aborted) return;
    await settle(app, { job, claimed }, error);
  } finally {
    clearInterval(heart);
  }
}

type Held = { job: BulkJob; claimed: leases.ClaimedBulkJob };

async function runTurn(app: App, { job, claimed, signal }: Held & { signal: AbortSignal }): Promise<TurnEnd> {
  const user = await users.find(app.db.prisma, job);
  if (!user || !users.hasAccess(user))
    throw new Failure("unauthorized", "The user who started this bulk job was deleted or disabled.");
  const caller = { ...users.callerOf(user), elementInstanceId: job.elementInstanceId };
  const ctx: Context = { ...app, ...actingAs(app, caller), requestId: "" };
  const key = app.vault.open(job.fileKey, fileKeyIdentity(job));
  const until = performance.now() + TURN_MS;
  const isTurnOver = () => performance.now() > until;
  return RUNS[job.direction](app, { job, claimed, ctx, key, signal, isTurnOver });
}

/** Releases a job whose failure may be temporary, and fails all others. */
async function settle(app: App, held: Held, error: unknown): Promise<void> {
  const { job, claimed } = held;
  if (!(error instanceof Failure)) app.log.warn({ bulkJobId: job.id, err: error }, "bulk job failed");
  const why = error instanceof Failure ? failureText(error) : "The product failed at this job.";
  const pauseMs = error instanceof Failure ? retryAfterMs(error.headers["retry-after"], app.now()) : 0;
  // A rate limit is no failure, however often it is reached.
  const isFailure = !(error instanceof Failure && error.kind === "tooManyRequests");
  if (!isTemporary(error) || (isFailure && job.failures >= MOST_FAILURES))
    return finish(app, held, { status: "FAILED", message: why }).catch(ignoreLost);
  const inMs = pauseMs || Math.min(1000 * 2 ** job.failures, LONGEST_WAIT_MS);
  await leases.release(app.db.pool, claimed, { inMs, failed: isFailure, message: `Waiting to go on. ${why}` });
}

function ignoreLost(error: unknown): void {
  if (!(error instanceof leases.BulkJobLost)) throw error;
}

/** Ends a job and notifies its callback, both or neither. */
async function finish(
  app: Pick<App, "db" | "now" | "platform" | "vault">,
  { job, claimed }: Held,
  ending: { status: BulkStatus; message: string | null },
): Promise<void> {
  const { pool } = app.db;
  const latest = (await leases.findClaimed(pool, claimed)) ?? job;
  const ended = { ...latest, ...ending, endedAt: app.now() };
  const callbackUrl = callbackOf(app.vault, latest);
  if (callbackUrl !== null && formulaInstanceOf(callbackUrl) !== undefined) {
    const refusal = await startFormula(app, ended).catch((error: Error) => {
      if (job.failures < MOST_FAILURES && ending.status === "COMPLETED") throw error;
      return error.message;
    });
    return leases.end(pool, claimed, { ...ending, message: ending.message ?? refusal });
  }
  await inTransaction(pool, async (client) => {
    await leases.end(client, claimed, ending);
    if (callbackUrl === null) return;
    const { organizationId, accountId } = latest;
    const message = `Bulk job ${latest.id} of ${latest.objectName}: ${ending.status}.`;
    await insertNotification(client, {
      ...{
        organizationId,
        accountId,
        topic: "bulk-job",
        subject: message,
        message,
        recipient: sealRecipient(app.vault, organizationId, callbackUrl),
      },
      payload: JSON.stringify(presentBulkJob(ended)),
    });
  });
}
