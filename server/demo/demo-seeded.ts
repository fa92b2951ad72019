import type { App, Context } from "#server/context.ts";
import { record } from "#server/services/audit/record.ts";
import * as audit from "#server/store/organization/audit.ts";
import * as users from "#server/store/organization/users.ts";
import { DEMO_ADMINISTRATOR } from "./people.ts";

/** Records that the demo is complete, as the last step of seeding. */
export const recordSeeded = (ctx: Context) =>
  record(ctx.db.prisma, ctx, { entity: "organization", entityId: ctx.caller.organizationId, action: "seeded" });

/** Whether the demo is complete: before that, sign-ins to it are refused. */
export async function isSeeded({ db }: Pick<App, "db">): Promise<boolean> {
  const administrator = await users.findByEmail(db.prisma, DEMO_ADMINISTRATOR);
  if (!administrator) return false;
  const { organizationId } = administrator;
  return audit.exists(db.prisma, { organizationId, entity: "organization", action: "seeded" });
}
