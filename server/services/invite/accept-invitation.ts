import type { Caller } from "#server/account/caller.ts";
import { findRole } from "#server/account/roles.ts";
import type { App } from "#server/context.ts";
import * as organizations from "#server/store/organization/organizations.ts";
import * as users from "#server/store/organization/users.ts";
import { brandOf } from "../organization/branding.ts";
import { openForNewcomer } from "./open-for-newcomer.ts";
import { spendInvitation } from "./spend-invitation.ts";

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
export async function acceptInvitation(app: World, { token, ...person }: { token: string } & Person) {
  const invitation = await openForNewcomer(app, token);
  await spendInvitation(app, invitation, person);
  return { email: invitation.email };
}
