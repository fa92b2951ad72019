import { FAILURE_STATUS, type Failure } from "../../errors.ts";

/** Refusals that say nothing about the page. */
const OTHER_REASONS: readonly number[] = [401, 403, 408, 429];

/** Whether a provider that refused to continue a list may accept it from its beginning: tokens of pages expire. */
export function mayHaveExpired({ kind }: Failure): boolean {
  const status = FAILURE_STATUS[kind];
  return status < 500 && !OTHER_REASONS.includes(status);
}
