import type { Caller } from "#server/account/caller.ts";
import { findRole } from "#server/account/roles.ts";
import { type App, actingAs, type Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as organizations from "#server/store/organization/organizations.ts";
import * as users from "#server/store/organization/users.ts";
import { brandOf } from "../organization/branding.ts";
import { createOrganizationUser } from "../user/create-user.ts";
import { type Invitation, openInvitation, useUp } from "./invitation.ts";
import { requireInviter } from "./require-inviter.ts";

type World = App & { requestId: string };
type Person = { firstName: string; lastName: string; password: string };

/**
 * The recipient and the roles of an invitation, and the address of the user who is signed in, whose session accepting it
 * replaces. Refuses an invitation that cannot be used, also since its address has an account.
 */
export async function readInvitation(app: World, { token, caller }: { token: string; caller: Caller | null }) {
  const { email, organizationId, role } = await openForNewcomer(app, token);
  const brand = brandOf(await organizations.find(app.db.prisma, organizationId));
  const signedIn = caller && (await users.find(app.db.prisma, caller));
  return {
    ...{ email, organization: brand.name, brand, role: findRole(role)?.name ?? role },
    signedInAs: signedIn?.email ?? null,
  };
}

/**
 * Creates the user of an invitation on behalf of the inviter. Refuses what `readInvitation` and creating a user refuse.
 * The link cannot be used again.
 */
export async function acceptInvitation(app: World, { token, password, ...person }: { token: string } & Person) {
  const invitation = await openForNewcomer(app, token);
  const ctx: Context = { ...app, ...actingAs(app, await requireInviter(app, invitation)) };
  const { email, role } = invitation;
  await createOrganizationUser(ctx, {
    user: { email, ...person, password, roles: [role], profile: {} },
    first: (tx) => useUp(tx, invitation, app.now()),
  });
  return { email };
}

/** Refuses (conflict) an address that has an account by now, and what `requireInviter` refuses. */
async function openForNewcomer(app: World, token: string): Promise<Invitation> {
  const invitation = await openInvitation(app, token);
  if (await users.findByEmail(app.db.prisma, invitation.email))
    throw new Failure("conflict", `${invitation.email} has an account already. Sign in with it instead.`, {
      reason: "hasAccount",
    });
  await requireInviter(app, invitation);
  return invitation;
}
