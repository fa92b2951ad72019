import type { App } from "#server/context.ts";
import type { EventObject } from "#server/event/shape.ts";
import { event as eventTrigger } from "#server/formula/triggers/event.ts";
import { findLateStarts, type StartOutcome } from "#server/store/event/event-starts.ts";
import type { EventStart } from "#server/store/event/event-writer.ts";
import type { Runnable } from "#server/store/execution/runnables.ts";
import { blockingReasonForTrigger } from "../execution/blocking-reason.ts";
import { feedbackLimitReason } from "./feedback-limit.ts";

type Happened = {
  id: number;
  organizationId: number;
  /** The element instance of the event. */
  accountId: number;
  elementInstanceId: number;
  objects: EventObject[];
  requestId: string | null;
  createdAt: Date;
};

/**
 * Starts the formulas of events, one execution per object (spec §2.3), in the order of the objects. Event and object
 * are the cause of an execution, so that nothing starts twice, whichever process starts it. Resolves when each
 * execution is stored, or has a reason not to start.
 */
export async function startFormulas(app: App, events: Happened[], starts: EventStart[]): Promise<void> {
  if (starts.length === 0) return;
  const byId = new Map(events.map((event) => [event.id, event]));
  const distinct = [...new Map(starts.map((start) => [start.formulaInstanceId, start])).values()];
  const runnables = new Map<number, Runnable | null>();
  await Promise.all(
    distinct.map(async ({ organizationId, formulaInstanceId }) => {
      runnables.set(formulaInstanceId, await app.db.findRunnable({ organizationId, formulaInstanceId }));
    }),
  );
  // All are accepted concurrently: executions of a single-threaded instance keep the order of the objects.
  const outcomes = await Promise.all(
    starts.map(async (start): Promise<StartOutcome> => {
      const runnable = runnables.get(start.formulaInstanceId) ?? null;
      const happened = byId.get(start.eventId);
      const object = happened?.objects[start.n];
      const reason =
        happened && object ? blockingReasonForTrigger(runnable, happened) : "The event has no such object.";
      if (!runnable || !happened || !object || reason !== null) return { ...start, executionId: null, reason };
      const feedback = feedbackLimitReason(app, runnable, object.objectId);
      if (feedback !== null) return { ...start, executionId: null, reason: feedback };
      const executionId = await app.engine.acceptOrFind(newRun(runnable, happened, { n: start.n, object }));
      return { ...start, executionId, reason: null };
    }),
  );
  await app.db.markStarted(outcomes);
}

const LATE_MS = 3000;
const AT_ONCE = 500;

/**
 * Starts executions that the processes that recorded the events did not start, because they crashed or lost the
 * connection.
 */
export async function startLateFormulas(app: App): Promise<void> {
  for (;;) {
    const late = await findLateStarts(app.db.pool, { olderThanMs: LATE_MS, limit: AT_ONCE });
    const starts = late.flatMap((event) => event.starts);
    await startFormulas(app, late, starts);
    if (starts.length < AT_ONCE) return;
  }
}

function newRun(
  runnable: Runnable,
  { id, elementInstanceId, requestId, createdAt }: Happened,
  { n, object }: { n: number; object: EventObject },
) {
  return {
    runnable,
    trigger: eventTrigger.context({ eventId: id, instanceId: elementInstanceId, event: object }),
    triggerType: eventTrigger.type,
    cause: `event:${id}:${n}`,
    eventId: String(id),
    // The column cannot store U+0000; the trigger can.
    objectId: object.objectId.replaceAll("\0", "\ufffd").toWellFormed(),
    ...(requestId !== null && { requestId }),
    createdAt,
  };
}
