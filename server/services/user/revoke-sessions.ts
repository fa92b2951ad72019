import type { Db } from "#server/store/database.ts";
import * as schedules from "#server/store/schedules.ts";
import * as sessions from "#server/store/sessions.ts";

/** Ends what users who lost their access have going: their sessions, and what their formulas run by the clock. */
export async function revokeSessions(tx: Db, organizationId: number, userIds: number[]): Promise<void> {
  await sessions.deleteOfUsers(tx, userIds);
  await schedules.removeOfUsers(tx, organizationId, userIds);
}
