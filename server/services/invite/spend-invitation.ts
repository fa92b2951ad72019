import { type App, actingAs, type Context } from "#server/context.ts";
import { createOrganizationUser, type NewUser } from "../user/create-user.ts";
import { type Invitation, useUp } from "./invitation.ts";
import { requireInviter } from "./require-inviter.ts";

type World = App & { requestId: string };
type Usable = Pick<Invitation, "organizationId" | "userId" | "email" | "role" | "nonce">;
type Person = Pick<NewUser, "firstName" | "lastName" | "password">;

/** Creates the user of an invitation on behalf of the inviter, and ends it in the same transaction. */
export async function spendInvitation(app: World, invitation: Usable, person: Person): Promise<void> {
  const ctx: Context = { ...app, ...actingAs(app, await requireInviter(app, invitation)) };
  const { email, role } = invitation;
  await createOrganizationUser(ctx, {
    user: { email, ...person, roles: [role], profile: {} },
    first: (tx) => useUp(tx, invitation, app.now()),
  });
}
