import { z } from "zod";
import { retentionDays } from "#server/account/retention-days.ts";
import { readBrand, removeLogo, setAccent } from "#server/services/organization/branding.ts";
import { previewRetention, readRetention, setRetention } from "#server/services/organization/organization-retention.ts";
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

const retention = z.object({ days: retentionDays });

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
  brand: signedIn.query(({ ctx }) => readBrand(ctx)),
  setAccent: signedIn
    .input(z.object({ color: z.string().max(100).nullable() }))
    .mutation(({ ctx, input: { color } }) => setAccent(ctx, color)),
  removeLogo: signedIn.mutation(({ ctx }) => removeLogo(ctx)),
  retention: signedIn.query(({ ctx }) => readRetention(ctx)),
  previewRetention: signedIn.input(retention).query(({ ctx, input: { days } }) => previewRetention(ctx, days)),
  setRetention: signedIn.input(retention).mutation(({ ctx, input: { days } }) => setRetention(ctx, days)),
  setPasswordPolicy: signedIn.input(policy).mutation(({ ctx, input }) => putPasswordPolicy(ctx, input)),
});
