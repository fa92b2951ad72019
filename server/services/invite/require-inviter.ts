import { isAbove } from "#server/account/administered.ts";
import type { Caller } from "#server/account/caller.ts";
import { administersOrganization } from "#server/account/roles.ts";
import type { App } from "#server/context.ts";
import * as organizations from "#server/store/organization/organizations.ts";
import * as users from "#server/store/organization/users.ts";
import type { Invitation } from "./invitation.ts";
import { refusedInvitation } from "./refused-invitation.ts";

type Promised = Pick<Invitation, "organizationId" | "userId" | "role">;

/** The inviter as a caller, if they may still invite into this role. */
export async function inviterOf({ db }: Pick<App, "db">, { organizationId, userId, role }: Promised) {
  const user = await users.find(db.prisma, { organizationId, userId });
  const roles = user && users.hasAccess(user) ? users.rolesOf(user) : [];
  const may = user !== null && administersOrganization(roles) && !isAbove([role], roles);
  return { user, caller: may ? users.callerOf(user) : null };
}

/** Refuses (badRequest) an invitation whose inviter was deleted or disabled, or may no longer invite into its role. */
export async function requireInviter(app: Pick<App, "db">, invitation: Promised): Promise<Caller> {
  const { user, caller } = await inviterOf(app, invitation);
  if (caller) return caller;
  const { name } = await organizations.find(app.db.prisma, invitation.organizationId);
  throw refusedInvitation(user && users.hasAccess(user) ? "inviterMayNot" : "inviterGone", { organization: name });
}
