import { z } from "zod";
import { changeOwnOrganization } from "#server/services/organization/own-organization.ts";
import { putPasswordPolicy } from "#server/services/organization/password-policy.ts";
import {
  countExpiredPasswords,
  readSignInRules,
  requireSecondFactor,
} from "#server/services/organization/sign-in-rules.ts";
import { organizationEndpoints as endpoints } from "../endpoints/organization.ts";
import { bodyOf } from "./inputs.ts";
import { router, signedIn } from "./trpc.ts";

const policy = bodyOf(endpoints.putPasswordPolicy);

/** The organization of the caller, for its administrators. */
export const organization = router({
  read: signedIn.query(({ ctx }) => readSignInRules(ctx)),
  rename: signedIn
    .input(bodyOf(endpoints.createOrganization).pick({ name: true }))
    .mutation(({ ctx, input: { name } }) => changeOwnOrganization(ctx, { name, profile: {} })),
  requireSecondFactor: signedIn
    .input(z.object({ on: z.boolean() }))
    .mutation(({ ctx, input: { on } }) => requireSecondFactor(ctx, on)),
  expiredPasswords: signedIn
    .input(policy.pick({ expirationDays: true }))
    .query(({ ctx, input: { expirationDays } }) => countExpiredPasswords(ctx, expirationDays)),
  setPasswordPolicy: signedIn.input(policy).mutation(({ ctx, input }) => putPasswordPolicy(ctx, input)),
});
