import type { Context } from "#server/context.ts";
import type { Failure } from "#server/errors.ts";
import type { BulkJob } from "#server/store/bulk/bulk-jobs.ts";
import type { ClaimedBulkJob } from "#server/store/bulk/bulk-leases.ts";

/** A job that this process has claimed, opened. */
export type OpenBulkJob = {
  job: BulkJob;
  claimed: ClaimedBulkJob;
  /** The user who started it, with the rights of this moment. */
  ctx: Context;
  /** The key of its files. */
  key: string;
  /** Aborted when the job was cancelled or another process took it over. */
  signal: AbortSignal;
  /** Whether its turn is over, so that it should stop where it can go on later. */
  isTurnOver: () => boolean;
};

/** How a turn of a job ended: it is complete, or it goes on after some time. */
export type TurnEnd = "complete" | { againInMs: number };

/** A refusal for the people who look at the job. */
export const failureText = ({ message, providerMessage }: Failure): string =>
  providerMessage ? `${message} The provider says: ${providerMessage}` : message;
