import type { Context } from "#server/context.ts";
import * as audit from "#server/store/organization/audit.ts";
import { requireAdministrator } from "../account/require-role.ts";
import { type AuditQuery, auditFilter, presentAuditEntry } from "../audit/list-audit-entries.ts";
import { record } from "../audit/record.ts";

const ENTRIES_AT_ONCE = 500;

/**
 * The matching changes as JSON lines, newest first. They are read as fast as they are consumed, so memory does not grow
 * with their number. The export itself is in the log.
 */
export async function exportAudit(ctx: Context, query: AuditQuery): Promise<AsyncGenerator<Uint8Array>> {
  requireAdministrator(ctx);
  const filter = await auditFilter(ctx, { ...query, log: "everything" });
  const { organizationId } = ctx.caller;
  await record(ctx.db.prisma, ctx, { entity: "organization", entityId: organizationId, action: "auditExported" });
  return lines(ctx, filter);
}

async function* lines({ db }: Context, filter: audit.AuditFilter): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let before: number | undefined;
  for (;;) {
    const entries = await audit.listBefore(db.prisma, filter, { before, limit: ENTRIES_AT_ONCE });
    if (entries.length > 0)
      yield encoder.encode(entries.map((entry) => `${JSON.stringify(presentAuditEntry(entry))}\n`).join(""));
    if (entries.length < ENTRIES_AT_ONCE) return;
    before = entries.at(-1)?.id;
  }
}
