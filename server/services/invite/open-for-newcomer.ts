import type { App } from "#server/context.ts";
import * as users from "#server/store/organization/users.ts";
import { type Invitation, readLink, refuseEnded } from "./invitation.ts";
import { refusedInvitation } from "./refused-invitation.ts";
import { requireInviter } from "./require-inviter.ts";

/**
 * The invitation of a link. Refuses (badRequest) one that cannot be used, (conflict) an address that has an account by
 * now, also if the link was used for it: nobody could send a new one.
 */
export async function openForNewcomer(app: App, token: string): Promise<Invitation> {
  const invitation = readLink(app, token);
  const { email } = invitation;
  if (await users.findByEmail(app.db.prisma, email)) throw refusedInvitation("hasAccount", { email });
  await refuseEnded(app, invitation);
  await requireInviter(app, invitation);
  return invitation;
}
