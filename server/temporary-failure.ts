import { Failure, type FailureKind } from "./errors.ts";

/** Rate limits, and failures of providers and networks. */
const TEMPORARY: ReadonlySet<FailureKind> = new Set(["tooManyRequests", "unavailable", "badGateway", "timedOut"]);

/**
 * Whether background work that failed may succeed if it is repeated later. An error that is no `Failure` is the
 * product's own: a new version, or another process, may not have it.
 */
export const isTemporary = (error: unknown): boolean =>
  !(error instanceof Failure) || (TEMPORARY.has(error.kind) && !error.isPermanent);
