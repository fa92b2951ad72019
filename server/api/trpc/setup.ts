import { completeSetup, readSetup } from "#server/services/setup/complete-setup.ts";
import { email, ofLink, organizationName, person } from "./inputs.ts";
import { anybody, router } from "./trpc.ts";

export const setup = router({
  read: anybody.input(ofLink).query(({ ctx, input }) => readSetup(ctx, input.token)),
  complete: anybody
    .input(ofLink.extend({ organization: organizationName, email, ...person.shape }))
    .mutation(({ ctx, input: { token, ...person } }) => completeSetup(ctx, { ...person, token })),
});
