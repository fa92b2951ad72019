import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as users from "#server/store/users.ts";
import { checkPassword } from "./check-password.ts";
import { presentUser } from "./present-user.ts";
import { openSecrets } from "./read-secrets.ts";

/**
 * One user of the organisation, for administrators. With that user's right password the secrets are told as well
 * (contract elements §1.2, §10 row 31).
 *
 * Refuses: forbidden to others, notFound, unauthorized for a wrong password, tooManyRequests after five of them.
 */
export async function readUser(
  ctx: Context,
  { emailOrId, password }: { emailOrId: string; password?: string | undefined },
) {
  const { organizationId, role, seesAllAccounts, accountId } = ctx.caller;
  if (role !== "administrator") throw new Failure("forbidden", "Only administrators may read users.");
  const found = /^\d{1,9}$/.test(emailOrId)
    ? await users.find(ctx.db.prisma, { organizationId, userId: Number(emailOrId) })
    : await users.findByEmail(ctx.db.prisma, emailOrId);
  const isVisible = found?.organizationId === organizationId && (seesAllAccounts || found.accountId === accountId);
  if (!found || !isVisible) throw new Failure("notFound", "There is no such user in this organisation.");
  if (password === undefined) return presentUser(found);

  const isRight = await checkPassword(ctx, { name: found.email, user: found, password });
  if (!isRight) throw new Failure("unauthorized", "The password in the header elements-user-password is wrong.");
  const { userSecret, organizationSecret } = await openSecrets(ctx, found);
  return { ...presentUser(found), secret: userSecret, organizationSecret };
}
