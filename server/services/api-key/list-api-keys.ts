import { administersUser } from "#server/account/administered.ts";
import type { KeyState } from "#server/account/api-key-scopes.ts";
import type { Context } from "#server/context.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as apiKeys from "#server/store/organization/api-keys.ts";
import * as users from "#server/store/organization/users.ts";
import { administratorOf, requireAdministrator } from "../account/require-role.ts";
import { presentApiKey } from "./present-api-key.ts";

/** The caller's own API keys, newest first. */
export const listApiKeys = async ({ db, caller: { organizationId, userId } }: Context, page: PageRequest) =>
  mapPage(await apiKeys.list(db.prisma, { organizationId, userId: { in: [userId] } }, page), presentApiKey);

const UNUSED_MS = 90 * 86_400_000;

type Search = { search: string | undefined; state: KeyState | undefined; page: PageRequest };

/** The API keys of all users whom an administrator sees, with their names, and whether the administrator may revoke them. */
export async function searchApiKeys(ctx: Context, { search, state, page }: Search) {
  requireAdministrator(ctx);
  const { db, caller } = ctx;
  const { organizationId } = caller;
  const userId = caller.seesAllAccounts ? {} : { userId: { in: await users.idsIn(db.prisma, ownScope(caller)) } };
  const found = await apiKeys.list(
    db.prisma,
    {
      ...{ organizationId, ...userId },
      ...(search && { search: { text: search, userIds: await users.idsMatching(db.prisma, organizationId, search) } }),
      ...(state && { state: { is: state, now: ctx.now(), unusedSince: new Date(ctx.now().getTime() - UNUSED_MS) } }),
    },
    page,
  );
  const administrator = await administratorOf(ctx);
  const owners = await users.fullById(db.prisma, organizationId, [...new Set(found.items.map((key) => key.userId))]);
  return mapPage(found, (key) => {
    const owner = owners.get(key.userId);
    const mayRevoke =
      key.userId === caller.userId ||
      owner === undefined ||
      owner.deletedAt !== null ||
      administersUser(administrator, { ...owner, roles: users.rolesOf(owner) });
    return { ...presentApiKey(key), userName: owner ? owner.name || owner.email : "", mayRevoke };
  });
}
