import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { checkPassword } from "../account/check-password.ts";
import { presentUser } from "../account/present-user.ts";
import { openSecrets } from "../account/read-secrets.ts";
import { requireAdministrator } from "../account/require-role.ts";
import { findUser, type Named } from "./find-user.ts";

type Input = Named & { password?: string | undefined; code?: string | undefined; clientAddress: string };

/**
 * One user of the organization, for administrators. With that user's correct password the secrets are included.
 * Refuses: forbidden to others, notFound, unauthorized for a wrong password, tooManyRequests after five of them.
 */
export async function readUser(ctx: Context, { password, code, clientAddress, ...named }: Input) {
  requireAdministrator(ctx);
  const found = await findUser(ctx, named);
  if (password === undefined) return presentUser(found);

  const isRight = await checkPassword(ctx, { name: found.email, user: found, password, code, clientAddress });
  if (!isRight) throw new Failure("unauthorized", "The password in the header elements-user-password is wrong.");
  const { userSecret, organizationSecret } = await openSecrets(ctx, found);
  return { ...presentUser(found), secret: userSecret, organizationSecret };
}
