import type { Access } from "./roles.ts";

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
  /** The scopes of the API key, if the request was made with one. */
  scopes?: readonly string[];
};
