import type { Context } from "#server/context.ts";
import type { PageRequest } from "#server/page.ts";
import * as users from "#server/store/organization/users.ts";
import { requireAdministrator } from "../account/require-role.ts";
import { type AuditQuery, listAudit } from "../audit/list-audit-entries.ts";

/** Changes for administrators, newest first, with the names of their users. */
export async function searchAudit(ctx: Context, query: AuditQuery & { page: PageRequest }) {
  requireAdministrator(ctx);
  const found = await listAudit(ctx, { ...query, log: "everything" });
  const ids = [...new Set(found.items.map(({ userId }) => userId))];
  const names = await users.namesById(ctx.db.prisma, ctx.caller.organizationId, ids);
  return { ...found, items: found.items.map((entry) => ({ ...entry, userName: names.get(entry.userId) })) };
}
