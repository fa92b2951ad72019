import { z } from "zod";
import { changeOwnPassword, readOwnPassword } from "#server/services/account/change-own-password.ts";
import { renewRecoveryCodes } from "#server/services/second-factor/recovery-codes.ts";
import { beginSecondFactor, confirmSecondFactor, readSecondFactor } from "#server/services/second-factor/set-up.ts";
import { turnSecondFactorOff } from "#server/services/second-factor/turn-off.ts";
import { endOtherSessions, endSession } from "#server/services/session/end-sessions.ts";
import { listSessions } from "#server/services/session/list-sessions.ts";
import { password } from "../records/user.ts";
import { enrolling, forViewers, router, signedIn } from "./trpc.ts";

const code = z.string().trim().min(1, "is required").max(100);
const withCode = z.object({ code });

const SECRET = { storesResponse: false };

/** The sessions and the second factor of the user. */
export const security = router({
  sessions: signedIn.query(({ ctx }) => listSessions(ctx)),
  endSession: forViewers
    .input(z.object({ session: z.uuid() }))
    .mutation(({ ctx, input }) => endSession(ctx, input.session)),
  endOtherSessions: forViewers.mutation(({ ctx }) => endOtherSessions(ctx)),
  secondFactor: enrolling.query(({ ctx }) => readSecondFactor(ctx)),
  begin: enrolling.meta(SECRET).mutation(({ ctx }) => beginSecondFactor(ctx)),
  confirm: enrolling
    .meta(SECRET)
    .input(withCode)
    .mutation(({ ctx, input }) => confirmSecondFactor(ctx, input.code)),
  password: signedIn.query(({ ctx }) => readOwnPassword(ctx)),
  changePassword: forViewers
    .meta(SECRET)
    .input(z.object({ currentPassword: password, newPassword: password, code: code.optional() }))
    .mutation(({ ctx, input }) => changeOwnPassword(ctx, input)),
  turnOff: forViewers.input(withCode).mutation(({ ctx, input }) => turnSecondFactorOff(ctx, input.code)),
  renewCodes: forViewers
    .meta(SECRET)
    .input(withCode)
    .mutation(({ ctx, input }) => renewRecoveryCodes(ctx, input.code)),
});
