import { readSecrets } from "#server/services/account/read-secrets.ts";
import { router, signedIn } from "./trpc.ts";

export const account = router({
  /** A mutation, since every read of secrets is in the audit log. */
  secrets: signedIn.mutation(({ ctx }) => readSecrets(ctx)),
});
