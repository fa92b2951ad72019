import type { Context } from "#server/context.ts";
import { newRecoveryCodes, plainCode } from "#server/services/account/totp.ts";
import * as users from "#server/store/organization/users.ts";
import { hashOf } from "../account/secrets.ts";
import { record } from "../audit/record.ts";
import { checkOwnCode } from "./turn-off.ts";

/** New recovery codes, and what is stored of them. */
export function newCodes() {
  const codes = newRecoveryCodes();
  return { codes, hashes: codes.map((code) => hashOf(plainCode(code))) };
}

/** Replaces the caller's recovery codes, which are in this response only; refuses like `checkCode`. */
export async function renewRecoveryCodes(ctx: Context, code: string): Promise<{ recoveryCodes: string[] }> {
  await checkOwnCode(ctx, code);
  const { codes, hashes } = newCodes();
  await ctx.db.prisma.$transaction(async (tx) => {
    await users.setRecoveryHashes(tx, ctx.caller, hashes);
    await record(tx, ctx, { entity: "user", entityId: ctx.caller.userId, action: "recoveryCodesRenewed" });
  });
  return { recoveryCodes: codes };
}
