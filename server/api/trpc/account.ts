import { z } from "zod";
import { createAccount } from "#server/services/account/create-account.ts";
import { searchAccounts } from "#server/services/account/list-accounts.ts";
import { readSecrets } from "#server/services/account/read-secrets.ts";
import { changeAccount } from "#server/services/organization/change-account.ts";
import { accountEndpoints as endpoints } from "../endpoints/account.ts";
import { bodyOf, inputOf } from "./inputs.ts";
import { pageRequest, searched } from "./lists.ts";
import { forViewers, router, signedIn } from "./trpc.ts";

const one = inputOf(endpoints.deleteAccount);

export const account = router({
  list: signedIn.input(searched).query(({ ctx, input }) => searchAccounts(ctx, pageRequest(input))),
  create: signedIn.input(bodyOf(endpoints.createAccount)).mutation(({ ctx, input }) => createAccount(ctx, input)),
  change: signedIn
    .input(one.extend({ changes: bodyOf(endpoints.changeAccount).pick({ name: true, description: true }) }))
    .mutation(({ ctx, input }) => changeAccount(ctx, input)),
  /** Deactivating an account also deactivates its users. */
  switch: signedIn
    .input(one.extend({ on: z.boolean() }))
    .mutation(({ ctx, input: { accountId, on } }) => changeAccount(ctx, { accountId, changes: { active: on } })),
  /** A mutation, since every read of secrets is in the audit log. */
  secrets: forViewers.meta({ storesResponse: false }).mutation(({ ctx }) => readSecrets(ctx)),
});
