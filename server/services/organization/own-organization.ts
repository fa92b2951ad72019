import type { Context } from "#server/context.ts";
import type { Organization } from "#server/generated/prisma/client.ts";
import * as organizations from "#server/store/organization/organizations.ts";
import { requireOrganizationAdministrator } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { presentOrganization } from "./present-organization.ts";

export type OrganizationChanges = {
  name?: string | undefined;
  externalId?: string | undefined;
  profile: Record<string, string>;
};

/** The caller's organization, without its secret, which the caller has already. */
export const readOwnOrganization = async (ctx: Context) =>
  presentOrganization(ctx, await organizations.find(ctx.db.prisma, ctx.caller.organizationId));

/** Changes the given fields. */
export async function changeOwnOrganization(ctx: Context, { name, externalId, profile }: OrganizationChanges) {
  await requireOrganizationAdministrator(ctx);
  const { organizationId } = ctx.caller;
  const changed = await ctx.db.prisma.$transaction(async (tx) => {
    const before = await organizations.lock(tx, organizationId);
    const after = await organizations.update(tx, organizationId, {
      ...(name !== undefined && { name }),
      ...(externalId !== undefined && { externalId }),
      profile: { ...(before.profile as Record<string, string>), ...profile },
    });
    await record(tx, ctx, {
      ...{ entity: "organization", entityId: organizationId, action: "updated" },
      fields: { before: changeable(before), after: changeable(after) },
    });
    return after;
  });
  return presentOrganization(ctx, changed);
}

const changeable = ({ name, externalId, profile }: Pick<Organization, "name" | "externalId" | "profile">) => ({
  ...{ name, externalId },
  ...(profile as Record<string, string>),
});
