import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { pluralize } from "#server/pluralize.ts";
import * as organizations from "#server/store/organization/organizations.ts";
import * as retention from "#server/store/retention/organization-retention.ts";
import { requireOrganizationAdministrator } from "../account/require-role.ts";
import { record } from "../audit/record.ts";

const DAY_MS = 86_400_000;

/** For how many days the organization keeps runs, events, deliveries and requests, and the most it may. */
export async function readRetention(ctx: Context): Promise<{ days: number; most: number }> {
  await requireOrganizationAdministrator(ctx);
  const most = ctx.env.RETENTION_DAYS;
  const { retentionDays } = await organizations.find(ctx.db.prisma, ctx.caller.organizationId);
  return { days: Math.min(retentionDays ?? most, most), most };
}

/** The rows that the next sweep would delete after so many days, and the time of the oldest; counts stop at 10,001. */
export async function previewRetention(ctx: Context, days: number) {
  await requireOrganizationAdministrator(ctx);
  const { organizationId } = ctx.caller;
  const before = new Date(ctx.now().getTime() - days * DAY_MS);
  const counted = await Promise.all(
    retention.KEPT_DATA.map(async (data) => {
      const { count, since } = await retention.countExpired(ctx.db.reads, { data, organizationId, before });
      return { data, count, since: since?.toISOString() ?? null };
    }),
  );
  return { before: before.toISOString(), counted };
}

/** Sets the days. Refuses (badRequest) more than the installation keeps. */
export async function setRetention(ctx: Context, days: number) {
  await requireOrganizationAdministrator(ctx);
  const most = ctx.env.RETENTION_DAYS;
  if (days > most)
    throw new Failure(
      "badRequest",
      `days: this installation keeps data for ${pluralize(most, "day")}. Choose at most that.`,
    );
  const { organizationId } = ctx.caller;
  await ctx.db.prisma.$transaction(async (tx) => {
    const before = await organizations.lock(tx, organizationId);
    // Without an own setting, a change of the installation applies.
    const retentionDays = days === most ? null : days;
    await organizations.update(tx, organizationId, { retentionDays });
    await record(tx, ctx, {
      ...{ entity: "organization", entityId: organizationId, action: "retentionChanged" },
      fields: { before: { retentionDays: before.retentionDays ?? most }, after: { retentionDays: days } },
    });
  });
  return { days };
}
