import type { Context } from "#server/context.ts";
import type { Failure } from "#server/errors.ts";
import type { BulkJob } from "#server/store/bulk/bulk-jobs.ts";
import type { ClaimedBulkJob } from "#server/store/bulk/bulk-leases.ts";

/** A job that this process has claimed, with its context. */
export type OpenBulkJob = {
  job: BulkJob;
  claimed: ClaimedBulkJob;
  /** The user who started it, with their current permissions. */
  ctx: Context;
  /** The key of its files. */
  key: string;
  /** Aborted when the job was cancelled or another process took it over. */
  signal: AbortSignal;
  /** Whether its turn is over, so that it should stop where it can continue later. */
  isTurnOver: () => boolean;
};

/** How a turn of a job ended: it is complete, or it continues after some time. */
export type TurnEnd = "complete" | { againInMs: number };

/** The text of a refusal for people who look at the job. */
export const failureText = ({ message, providerMessage }: Failure): string =>
  providerMessage ? `${message} The provider says: ${providerMessage}` : message;
