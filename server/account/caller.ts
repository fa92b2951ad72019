import type { Access } from "./roles.ts";

/**
 * The limit of a run beyond that of its owner: what a role of this rank may do, and in this account alone unless it is
 * null. Of element instances it covers those that the owner `bound` to the run as well.
 */
export type RunLimit = { rank: number; accountId: number | null; bound?: ReadonlySet<number> };

/** The caller. It scopes every query of the product. */
export type Caller = {
  organizationId: number;
  accountId: number;
  userId: number;
  /** Users of the default account see the whole organization. */
  seesAllAccounts: boolean;
  role: Access;
  /** The element instance of the token, on requests that require one. */
  elementInstanceId?: number;
  /** The session, for requests with one. */
  sessionId?: string;
  /** The organization requires a second factor that the user has not set up: they may do nothing else before. */
  needsSecondFactor?: true;
  /** The scopes of the API key, if the request was made with one. */
  scopes?: readonly string[];
  /** The limit of a request that a run makes as its owner. */
  limit?: RunLimit;
};
