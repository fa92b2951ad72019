import type { Context } from "#server/context.ts";
import * as organizations from "#server/store/organization/organizations.ts";
import { createOrganization } from "../account/create-organization.ts";
import { requireCustomerAdministrator } from "../account/require-role.ts";
import { hashAllowed } from "../account/set-password.ts";
import { record } from "../audit/record.ts";
import { presentOrganization } from "./present-organization.ts";

type NewOrganization = {
  name: string;
  externalId?: string | undefined;
  profile: Record<string, string>;
  /** Its first user, who administers it. */
  user?: { email: string; firstName: string; lastName: string; password: string } | undefined;
};

/** Creates an organization with its default account, for customer administrators. */
export async function addOrganization(ctx: Context, { user, externalId, ...organization }: NewOrganization) {
  await requireCustomerAdministrator(ctx);
  if (user) await hashAllowed(ctx, user.password, { ...user, organization: { passwordPolicy: null } });
  const created = await createOrganization(ctx, {
    ...organization,
    externalId: externalId ?? null,
    people: user ? [{ ...user, role: "administrator" }] : [],
  });
  await record(ctx.db.prisma, ctx, { entity: "organization", entityId: created.organizationId, action: "created" });
  const [first] = created.users;
  return {
    ...presentOrganization(ctx, await organizations.find(ctx.db.installation, created.organizationId)),
    ...(first && { user: { id: first.id, email: first.email, secret: first.secret } }),
  };
}
