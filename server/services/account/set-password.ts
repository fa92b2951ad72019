import { inEnglish, type PasswordProblem, problem } from "#server/account/password-messages.ts";
import { type Named, passwordProblems, policyOf } from "#server/account/password-policy.ts";
import type { App, Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Organization } from "#server/generated/prisma/client.ts";
import type { Db } from "#server/store/database/prisma.ts";
import * as sessions from "#server/store/organization/sessions.ts";
import * as users from "#server/store/organization/users.ts";
import { record } from "../audit/record.ts";
import { isCommonPassword } from "./common-password.ts";
import { presentAuthenticatedUser } from "./present-authenticated-user.ts";

/** Sets the caller's own password. */
export async function setOwnPassword(ctx: Context, password: string) {
  const user = await users.find(ctx.db.prisma, ctx.caller);
  if (!user) throw new Failure("notFound", "This user no longer exists.");
  const passwordHash = await hashAllowed(ctx, password, user);
  await ctx.db.prisma.$transaction((tx) => writePassword(ctx, tx, user, passwordHash));
  return presentAuthenticatedUser(user);
}

type Whose = Named & {
  organization: Pick<Organization, "passwordPolicy">;
  passwordHash?: string;
  previousPasswords?: string[];
};

/**
 * The hash of a password that the policy of the user's organization allows; `whose` has the names and previous
 * passwords to check against. Refuses (badRequest) with all violations.
 */
export async function hashAllowed({ passwords }: App, password: string, owner: Whose): Promise<string> {
  const policy = policyOf(owner.organization);
  const problems = passwordProblems(password, policy, owner);
  // A long text was refused already: nothing of it is processed.
  if (problems.length === 0 && (await isCommonPassword(password))) throw refused([problem("common")]);
  if (problems.length > 0) throw refused(problems);
  const before = [...(owner.passwordHash ? [owner.passwordHash] : []), ...(owner.previousPasswords ?? [])];
  for (const hash of before.slice(0, policy.previousPasswordCount)) {
    if (await passwords.verify(hash, password))
      throw refused([problem("previous", { count: policy.previousPasswordCount })]);
  }
  return passwords.hash(password);
}

const refused = (problems: PasswordProblem[]) =>
  new Failure("badRequest", `password: ${inEnglish(problems)}.`, { reason: "passwordRefused", sentences: problems });

/** Writes a new password and revokes the sessions of the user, except the one in which they change it themselves. */
export async function writePassword(
  ctx: Context,
  tx: Db,
  user: users.FullUser,
  passwordHash: string,
  except?: string,
): Promise<void> {
  await users.updatePassword(tx, user, { passwordHash, kept: MOST_KEPT, now: ctx.now() });
  if (except === undefined) await sessions.deleteOfUsers(tx, [user.id]);
  else await sessions.end(tx, user.id, { except });
  await record(tx, ctx, { entity: "user", entityId: user.id, action: "passwordChanged" });
}

/** The maximum number of passwords for a policy, including the present one. */
const MOST_KEPT = 9;
