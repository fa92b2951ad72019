import { z } from "zod";
import { preferenceName } from "#server/account/preferences.ts";
import { readPreference } from "#server/services/preference/read-preference.ts";
import { writePreference } from "#server/services/preference/write-preference.ts";
import { id } from "./inputs.ts";
import { forViewers, router, signedIn } from "./trpc.ts";

const address = z
  .object({ name: preferenceName, formulaId: id.optional(), draftId: id.optional() })
  .refine(({ formulaId, draftId }) => formulaId === undefined || draftId === undefined, {
    path: ["draftId"],
    error: "must not be given with formulaId",
  });

/** The choices of the caller in the Workbench. Viewers have theirs, too. */
export const preference = router({
  read: signedIn.input(address).query(({ ctx, input }) => readPreference(ctx, input)),
  write: forViewers
    .meta({ storesResponse: false })
    .input(address.safeExtend({ value: z.unknown(), before: z.unknown().optional() }))
    .mutation(({ ctx, input: { value, ...choice } }) => writePreference(ctx, { ...choice, value })),
});
