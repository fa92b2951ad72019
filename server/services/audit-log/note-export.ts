import type { Context } from "#server/context.ts";
import { requireAdministrator } from "../account/require-role.ts";
import { record } from "../audit/record.ts";

/** Records that the audit log is exported. Refuses forbidden. */
export async function noteAuditExport(ctx: Context): Promise<void> {
  requireAdministrator(ctx);
  const { organizationId } = ctx.caller;
  await record(ctx.db.prisma, ctx, { entity: "organization", entityId: organizationId, action: "auditExported" });
}
