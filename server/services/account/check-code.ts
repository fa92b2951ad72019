import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as audit from "#server/store/organization/audit.ts";
import * as users from "#server/store/organization/users.ts";
import { countAttempt, forgive, refuseLimited, type Subject, type Tried } from "./password-limits.ts";
import { hashOf } from "./secrets.ts";
import { isTotpCode, plainCode, stepOfCode } from "./totp.ts";
import { totpIdentity } from "./totp-identity.ts";

type Check = { user: users.FullUser; code: string; clientAddress: string | undefined };

export const hasSecondFactor = ({ totpSealed, totpConfirmedAt }: users.FullUser): boolean =>
  totpSealed !== null && totpConfirmedAt !== null;

/**
 * Checks the code of a user's authenticator app, or a recovery code; each works once. Wrong codes are audited and
 * counted across all processes. Refuses: unauthorized for a wrong or used code, tooManyRequests after five within a
 * minute.
 */
export async function checkCode(app: App, { user, code, clientAddress }: Check): Promise<void> {
  const subjects: Subject[] = [{ kind: "name", id: `second factor of ${user.id}` }];
  const { id: userId, organizationId, accountId } = user;
  const tried: Tried = {
    ...{ organizationId, entity: "password", entityId: String(userId) },
    ...(clientAddress !== undefined && { address: clientAddress }),
  };
  await refuseLimited(app, subjects, tried);
  for (const subject of subjects) await countAttempt(app, subject, tried);
  if (await isRight(app, user, plainCode(code))) return forgive(app, subjects);
  await audit.insert(app.db.prisma, { ...tried, accountId, userId, action: "refused" });
  throw new Failure("unauthorized", "The code is wrong or was already used. Enter the next code of your app.", {
    reason: "secondFactor",
  });
}

async function isRight({ db, vault, now }: App, user: users.FullUser, code: string): Promise<boolean> {
  const { id: userId, organizationId, totpSealed } = user;
  const key = { organizationId, userId };
  if (totpSealed === null) return false;
  if (!isTotpCode(code)) return users.spendRecoveryCode(db.pool, key, hashOf(code));
  const step = stepOfCode(vault.open(totpSealed, totpIdentity(key)), code, now());
  return step !== null && users.spendTotpStep(db.pool, key, step);
}
