import { findRole } from "#server/account/roles.ts";
import { type App, actingAs, type Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as organizations from "#server/store/organization/organizations.ts";
import * as users from "#server/store/organization/users.ts";
import { brandOf } from "../organization/branding.ts";
import { createOrganizationUser } from "../user/create-user.ts";
import { type Invitation, openInvitation, useUp } from "./invitation.ts";

type World = App & { requestId: string };
type Person = { firstName: string; lastName: string; password: string };

/** The recipient and the roles of an invitation; refuses one that cannot be used, also since its address has an account. */
export async function readInvitation(app: World, token: string) {
  const { email, organizationId, role } = await openForNewcomer(app, token);
  const brand = brandOf(await organizations.find(app.db.prisma, organizationId));
  return { email, organization: brand.name, brand, role: findRole(role)?.name ?? role };
}

/**
 * Creates the user of an invitation on behalf of the inviter: roles that the inviter may no longer grant are refused,
 * as is what creating a user refuses. The link cannot be used again.
 */
export async function acceptInvitation(app: World, { token, password, ...person }: { token: string } & Person) {
  const invitation = await openForNewcomer(app, token);
  const ctx: Context = { ...app, ...actingAs(app, await inviterOf(app, invitation)) };
  const { email, role } = invitation;
  await createOrganizationUser(ctx, {
    user: { email, ...person, password, roles: [role], profile: {} },
    first: (tx) => useUp(tx, invitation, app.now()),
  });
  return { email };
}

/** Refuses (conflict) an address that has an account by now. */
async function openForNewcomer(app: World, token: string): Promise<Invitation> {
  const invitation = await openInvitation(app, token);
  if (await users.findByEmail(app.db.prisma, invitation.email))
    throw new Failure("conflict", `${invitation.email} has an account already. Sign in with it instead.`, {
      reason: "hasAccount",
    });
  return invitation;
}

async function inviterOf({ db }: App, { organizationId, userId }: Invitation): Promise<Context["caller"]> {
  const user = await users.find(db.prisma, { organizationId, userId });
  if (!user || !users.hasAccess(user))
    throw new Failure(
      "badRequest",
      "The user who sent this invitation was deleted or disabled. Ask for a new invitation.",
    );
  return users.callerOf(user);
}
