import type { App } from "#server/context.ts";
import { fromPolledHook } from "#server/event/polled.ts";
import type { Arriving } from "#server/event/shape.ts";
import type { Connection } from "../hub/open-instances.ts";
import { runInstanceEventHook } from "./run-event-hook.ts";

/** The method that a hook reads of a poll of ours: nobody can send it. */
const POLL = "POLL";

type Polled = {
  /** Of the event that they are to become; the hook may see it. */
  eventId: string;
  /** What the poll makes of the rows, one each. */
  objects: Arriving[];
  payload: { objectType: string; [field: string]: unknown };
  path: string;
};

/** What polled rows tell: what the element's event hook says of them, or without one what the poll does. */
export async function readPolled(
  app: App,
  connection: Connection,
  { eventId, objects, payload, path }: Polled,
  options: { isRehearsal?: boolean } = {},
): Promise<Arriving[]> {
  const told = { eventId, ...payload };
  const call = { method: POLL, path, headers: {}, query: {}, text: JSON.stringify(told), payload: told };
  const said = await runInstanceEventHook(app, connection, call, options);
  if (!said) return objects;
  return fromPolledHook(said.events, { element: connection.plan.element, now: app.now() }, objects);
}
