import { createHash } from "node:crypto";
import { addressGroup, UNKNOWN_ADDRESS } from "#server/client-address.ts";
import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as audit from "#server/store/organization/audit.ts";
import { type FullUser, hasAccess } from "#server/store/organization/users.ts";
import { checkCode, hasSecondFactor } from "./check-code.ts";
import { countAttempt, forgive, refuseLimited, type Subject, type Tried } from "./password-limits.ts";
import { unknownPassword } from "./unknown-password.ts";

type Check = {
  name: string;
  user: FullUser | null;
  password: string;
  /** The code of their second factor. */
  code?: string | undefined;
  /** The client's address. */
  clientAddress: string;
  /** Checks more once the password is right, before a code is used up: it may refuse. */
  beforeCode?: ((user: FullUser) => Promise<void>) | undefined;
};

/**
 * Whether the password is correct for the user; for an unknown name it takes the same time and returns false. Every
 * password check uses this function.
 * Wrong passwords are audited and counted across all processes: after five within a minute the name is refused
 * (tooManyRequests with Retry-After), even with the right password, and after thirty the address. Refuses
 * tooManyRequests as well if too many checks are queued, and unauthorized with the reason `secondFactor` if the user
 * has a second factor and the code is missing or wrong.
 */
export async function checkPassword(
  app: App,
  { name, user, password, code, clientAddress, beforeCode }: Check,
): Promise<boolean> {
  const entityId = auditedId(user, name);
  const tried: Tried = {
    organizationId: user?.organizationId ?? audit.NO_ORGANIZATION,
    entity: "password",
    entityId,
    address: clientAddress,
  };
  const address = addressGroup(clientAddress);
  // The address first: its refused attempts do not count against the name.
  const subjects: Subject[] = [
    ...(clientAddress === UNKNOWN_ADDRESS ? [] : [{ kind: "address", id: address } as const]),
    { kind: "name", id: entityId },
  ];
  await refuseLimited(app, subjects, tried);
  const matches = await app.state.passwordChecks(async () => {
    for (const subject of subjects) await countAttempt(app, subject, tried);
    const matches = await app.passwords.verify(user?.passwordHash ?? (await decoy(app)), password);
    if (matches && user && hasAccess(user)) {
      await forgive(app, subjects);
      return true;
    }
    const who = { accountId: user?.accountId ?? 0, userId: user?.id ?? 0 };
    await audit.insert(app.db.prisma, { ...tried, ...who, action: "refused" });
    return false;
  }, address);
  if (matches && user) await beforeCode?.(user);
  if (matches && user && hasSecondFactor(user)) await requireCode(app, { user, code, clientAddress });
  return matches;
}

function requireCode(
  app: App,
  { code, ...check }: { user: FullUser; code: string | undefined; clientAddress: string },
) {
  if (code) return checkCode(app, { ...check, code });
  throw new Failure("unauthorized", "Enter the code of your authenticator app, or a recovery code.", {
    reason: "secondFactor",
  });
}

/** The id of a user in the audit log; for an unknown name, its digest. */
export const auditedId = (user: FullUser | null, name: string): string =>
  user ? String(user.id) : `unknown:${createHash("sha256").update(name.toLowerCase()).digest("base64url")}`;

function decoy({ passwords, state: { decoyHashes } }: App): Promise<string> {
  const hash = decoyHashes.get(passwords) ?? unknownPassword({ passwords });
  decoyHashes.set(passwords, hash);
  return hash;
}
