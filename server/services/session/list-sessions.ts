import type { Context } from "#server/context.ts";
import { isoSeconds } from "#server/iso-date.ts";
import * as sessions from "#server/store/organization/sessions.ts";

const MOST_SHOWN = 200;

/** The caller's own sessions, newest first. */
export async function listSessions({ db, caller: { userId, sessionId }, now }: Context) {
  const found = await sessions.listOf(db.prisma, { userId, now: now(), limit: MOST_SHOWN });
  return found.map(({ id, address, userAgent, createdAt, lastSeenAt, expiresAt }) => ({
    id,
    isCurrent: id === sessionId,
    ...(address !== null && { address }),
    ...(userAgent !== null && { userAgent }),
    ...(createdAt && { createdDate: isoSeconds(createdAt) }),
    ...(lastSeenAt && { lastSeenDate: isoSeconds(lastSeenAt) }),
    expiresDate: isoSeconds(expiresAt),
  }));
}
