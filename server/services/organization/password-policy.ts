import { type PasswordPolicy, policyOf } from "#server/account/password-policy.ts";
import type { Context } from "#server/context.ts";
import * as organizations from "#server/store/organization/organizations.ts";
import { requireOrganizationAdministrator } from "../account/require-role.ts";
import { record } from "../audit/record.ts";

/** The effective policy: the organization's own or the default. */
export const readPasswordPolicy = async ({ db, caller }: Context): Promise<PasswordPolicy> =>
  policyOf(await organizations.find(db.prisma, caller.organizationId));

/** Sets the policy, null for the default; existing passwords are not checked again. */
export async function putPasswordPolicy(ctx: Context, passwordPolicy: PasswordPolicy | null): Promise<PasswordPolicy> {
  await requireOrganizationAdministrator(ctx);
  const { organizationId } = ctx.caller;
  return ctx.db.prisma.$transaction(async (tx) => {
    const before = policyOf(await organizations.lock(tx, organizationId));
    const changed = await organizations.update(tx, organizationId, { passwordPolicy });
    const fields = { before, after: policyOf(changed) };
    await record(tx, ctx, {
      entity: "organization",
      entityId: organizationId,
      action: "passwordPolicyChanged",
      fields,
    });
    return policyOf(changed);
  });
}
