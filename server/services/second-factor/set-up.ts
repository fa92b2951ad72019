import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { newTotpKey, plainCode, stepOfCode, totpAddress } from "#server/services/account/totp.ts";
import * as sessions from "#server/store/organization/sessions.ts";
import * as users from "#server/store/organization/users.ts";
import { hasSecondFactor } from "../account/check-code.ts";
import { totpIdentity } from "../account/totp-identity.ts";
import { record } from "../audit/record.ts";
import { qrCode } from "./qr-code.ts";
import { newCodes } from "./recovery-codes.ts";

/** The state of the caller's second factor. */
export async function readSecondFactor(ctx: Context) {
  const user = await ownUser(ctx);
  return {
    isOn: hasSecondFactor(user),
    isRequired: user.organization.requiresSecondFactor,
    recoveryCodes: user.recoveryHashes.length,
  };
}

/**
 * Makes a key for the caller's authenticator app. It counts once a code of the app confirms it. Refuses conflict if the
 * second factor is on.
 */
export async function beginSecondFactor(ctx: Context) {
  const user = await ownUser(ctx);
  refuseOn(user);
  const key = newTotpKey();
  await users.beginSecondFactor(ctx.db.prisma, ctx.caller, ctx.vault.seal(key, totpIdentity(ctx.caller)));
  const address = totpAddress(key, { issuer: "Formulary", label: user.email });
  return { key, address, qr: qrCode(address) };
}

/**
 * Turns the second factor on with a code of the app, and signs the caller out everywhere else. The recovery codes are
 * in this response only. Refuses badRequest for a wrong code.
 */
export async function confirmSecondFactor(ctx: Context, code: string): Promise<{ recoveryCodes: string[] }> {
  const { db, vault, caller } = ctx;
  return db.prisma.$transaction(async (tx) => {
    const user = await users.lock(tx, caller);
    if (!user?.totpSealed) throw new Failure("badRequest", "Begin with a new key for your authenticator app.");
    refuseOn(user);
    const step = stepOfCode(vault.open(user.totpSealed, totpIdentity(caller)), plainCode(code), ctx.now());
    if (step === null)
      throw new Failure(
        "badRequest",
        "The code is wrong. Check that the clock of your device is right, and try again.",
      );
    const { codes, hashes } = newCodes();
    await users.confirmSecondFactor(tx, caller, { now: ctx.now(), step, recoveryHashes: hashes });
    if (caller.sessionId !== undefined) await sessions.end(tx, caller.userId, { except: caller.sessionId });
    await record(tx, ctx, { entity: "user", entityId: caller.userId, action: "secondFactorEnabled" });
    return { recoveryCodes: codes };
  });
}

export async function ownUser({ db, caller }: Context): Promise<users.FullUser> {
  const user = await users.find(db.prisma, caller);
  if (!user) throw new Failure("notFound", "This user no longer exists.");
  return user;
}

function refuseOn(user: users.FullUser): void {
  if (hasSecondFactor(user))
    throw new Failure("conflict", "Two-factor authentication is on. Turn it off to use another app.");
}
