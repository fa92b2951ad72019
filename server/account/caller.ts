import type { Access } from "./roles.ts";

/** The caller. Every query of the product is scoped by it. */
export type Caller = {
  organizationId: number;
  accountId: number;
  userId: number;
  /** Users of the default account see the whole organization. */
  seesAllAccounts: boolean;
  role: Access;
  /** The element instance of the token, for requests that require one. */
  elementInstanceId?: number;
};
