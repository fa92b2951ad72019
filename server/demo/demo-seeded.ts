import type { App, Context } from "#server/context.ts";
import { record } from "#server/services/audit/record.ts";
import * as audit from "#server/store/organization/audit.ts";
import { DEMO_ADMINISTRATOR } from "./people.ts";

const SEEDED = { entity: "organization", action: "seeded" } as const;

/** Records that the demo is complete, as the last step of seeding. */
export const recordSeeded = (ctx: Context) =>
  record(ctx.db.prisma, ctx, { ...SEEDED, entityId: ctx.caller.organizationId });

/** Whether the demo is complete: before that, sign-ins to it are refused. */
export const isSeeded = ({ db }: Pick<App, "db">): Promise<boolean> =>
  audit.existsAround(db.queries, DEMO_ADMINISTRATOR, SEEDED);
