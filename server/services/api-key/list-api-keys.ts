import type { Context } from "#server/context.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as apiKeys from "#server/store/organization/api-keys.ts";
import * as users from "#server/store/organization/users.ts";
import { requireAdministrator } from "../account/require-role.ts";
import { presentApiKey } from "./present-api-key.ts";

/** The caller's own API keys, newest first. */
export const listApiKeys = async ({ db, caller: { organizationId, userId } }: Context, page: PageRequest) =>
  mapPage(await apiKeys.list(db.prisma, { organizationId, userId: { in: [userId] } }, page), presentApiKey);

/** The API keys of all users whom an administrator manages, with their names. */
export async function searchApiKeys(ctx: Context, page: PageRequest) {
  requireAdministrator(ctx);
  const { db, caller } = ctx;
  const { organizationId } = caller;
  const userId = caller.seesAllAccounts ? {} : { userId: { in: await users.idsIn(db.prisma, ownScope(caller)) } };
  const found = await apiKeys.list(db.prisma, { organizationId, ...userId }, page);
  const names = await users.namesById(db.prisma, organizationId, [...new Set(found.items.map((key) => key.userId))]);
  return mapPage(found, (key) => ({ ...presentApiKey(key), userName: names.get(key.userId) ?? "" }));
}
