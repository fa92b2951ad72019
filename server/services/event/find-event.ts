import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as events from "#server/store/event/events.ts";

/** An event of any connection that the caller sees; refuses notFound. */
export async function findEvent({ db, caller }: Pick<Context, "db" | "caller">, eventId: number) {
  const found = await events.findSeen(db.queries, caller, eventId);
  if (found) return found;
  throw new Failure("notFound", `There is no event ${eventId}.`);
}
