import { z } from "zod";
import { completeSetup, readSetup } from "#server/services/setup/complete-setup.ts";
import { anybody, router } from "./trpc.ts";

const ofToken = z.object({ token: z.string().max(4000) });
const name = z.string().trim().min(1, "is required").max(100);

export const setup = router({
  read: anybody.input(ofToken).query(({ ctx, input }) => readSetup(ctx, input.token)),
  complete: anybody
    .input(
      ofToken.extend({
        organization: name,
        email: z.email("must be an e-mail address").max(255),
        firstName: name,
        lastName: name,
        password: z.string().max(1000),
      }),
    )
    .mutation(({ ctx, input: { token, ...person } }) => completeSetup(ctx, token, person)),
});
