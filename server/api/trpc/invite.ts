import { z } from "zod";
import { acceptInvitation, readInvitation } from "#server/services/invite/accept-invitation.ts";
import { inviteUser } from "#server/services/invite/invite-user.ts";
import { anybody, router, signedIn } from "./trpc.ts";

const ofToken = z.object({ token: z.string().max(4000) });
const name = z.string().trim().min(1, "is required").max(100);

export const invite = router({
  create: signedIn
    .input(z.object({ email: z.email("must be an e-mail address").max(255), role: z.string().max(100) }))
    .mutation(({ ctx, input }) => inviteUser(ctx, input)),
  read: anybody.input(ofToken).query(({ ctx, input }) => readInvitation(ctx, input.token)),
  accept: anybody
    .input(ofToken.extend({ firstName: name, lastName: name, password: z.string().max(1000) }))
    .mutation(({ ctx, input: { token, ...person } }) => acceptInvitation(ctx, token, person)),
});
