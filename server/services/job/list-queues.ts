import type { Context } from "#server/context.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as deadLetters from "#server/store/job/dead-letters.ts";
import { ownBacklog } from "#server/store/job/own-backlog.ts";
import { requireAdministrator } from "../account/require-role.ts";

/** Queues that are shown even if nothing of the caller waits in them. */
const NAMES = ["executions", "deliveries", "polls", "scheduled-requests", "unread-events", "bulk-jobs"] as const;

/** The background queues with the work of the caller's accounts, and how many of their jobs failed for good. */
export async function listQueues(ctx: Context) {
  requireAdministrator(ctx);
  const [found, failed] = await Promise.all([
    ownBacklog(ctx.db.queries, ctx.caller),
    deadLetters.countByQueue(ctx.db.prisma, ownScope(ctx.caller)),
  ]);
  return NAMES.map((name) => {
    const queue = found.find((one) => one.name === name);
    // Dead executions are recorded by the kind of their record.
    const kinds: string[] = name === "executions" ? [name, "execution"] : [name];
    return {
      name,
      waiting: queue?.waiting ?? 0,
      running: queue?.running ?? 0,
      oldestAt: queue?.oldestAt?.toISOString() ?? null,
      deadLetters: failed.reduce((sum, { kind, count }) => (kinds.includes(kind) ? sum + count : sum), 0),
    };
  });
}
