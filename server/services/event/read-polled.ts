import type { App } from "#server/context.ts";
import { fromPolledHook } from "#server/event/polled.ts";
import type { IncomingEvent } from "#server/event/shape.ts";
import type { OpenInstance } from "#server/store/element-instance/open-instances.ts";
import { runInstanceEventHook } from "./run-event-hook.ts";

/** The request method that hooks see for our own polls; no HTTP client can send it. */
const POLL = "POLL";

type Polled = {
  /** The id of the event that the rows will become; the hook may read it. */
  eventId: string;
  /** One object for each row, as the poller reads it. */
  objects: IncomingEvent[];
  payload: { objectType: string; [field: string]: unknown };
  path: string;
};

/** Converts polled rows to objects: by the event hook of the element, or else by the poller. */
export async function readPolled(
  app: App,
  connection: OpenInstance,
  { eventId, objects, payload, path }: Polled,
  options: { isRehearsal?: boolean } = {},
): Promise<IncomingEvent[]> {
  const payloadForHook = { eventId, ...payload };
  const call = {
    method: POLL,
    path,
    headers: {},
    query: {},
    text: JSON.stringify(payloadForHook),
    payload: payloadForHook,
  };
  const outcome = await runInstanceEventHook(app, connection, call, options);
  if (!outcome) return objects;
  return fromPolledHook(outcome.events, { element: connection.plan.element, now: app.now() }, objects);
}
