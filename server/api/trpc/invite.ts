import { z } from "zod";
import { acceptInvitation, readInvitation } from "#server/services/invite/accept-invitation.ts";
import { inviteUser } from "#server/services/invite/invite-user.ts";
import { listInvitations } from "#server/services/invite/list-invitations.ts";
import { revokeInvitation } from "#server/services/invite/revoke-invitation.ts";
import { email, ofLink, person } from "./inputs.ts";
import { anybody, router, signedIn } from "./trpc.ts";

export const invite = router({
  create: signedIn
    .input(z.object({ email, role: z.string().max(100) }))
    .mutation(({ ctx, input }) => inviteUser(ctx, input)),
  list: signedIn.query(({ ctx }) => listInvitations(ctx)),
  revoke: signedIn.input(z.object({ email })).mutation(({ ctx, input }) => revokeInvitation(ctx, input)),
  read: anybody.input(ofLink).query(({ ctx, input }) => readInvitation(ctx, { ...input, caller: ctx.signedIn })),
  accept: anybody
    .input(ofLink.extend(person.shape))
    .mutation(({ ctx, input: { token, ...person } }) => acceptInvitation(ctx, { ...person, token })),
});
