import type { Db } from "#server/store/database/prisma.ts";
import * as sessions from "#server/store/organization/sessions.ts";
import * as schedules from "#server/store/schedule/schedules.ts";

/** Revokes the sessions of users who lost their access, and removes the schedules of their formulas. */
export async function revokeSessions(tx: Db, organizationId: number, userIds: number[]): Promise<void> {
  await sessions.deleteOfUsers(tx, userIds);
  await schedules.removeOfUsers(tx, organizationId, userIds);
}
