import { setTimeout as pause } from "node:timers/promises";
import type { App } from "#server/context.ts";
import * as pollers from "#server/store/pollers.ts";
import { leaseMs, newOwner, pollInstance } from "./poll-instance.ts";

/** Polls of one process at a time: most of each is waiting for its provider. */
const AT_ONCE = 32;
const LOOK_MS = 250;

/**
 * Polls what is due, the longest waiting first, until nothing is due or `signal` says to stop. However many processes
 * do so at once, each poll is done by one of them.
 */
export async function pollDue(app: App, signal?: AbortSignal): Promise<void> {
  const underWay = new Set<Promise<unknown>>();
  try {
    let hasEnded: boolean;
    do {
      hasEnded = false;
      const limit = signal?.aborted ? 0 : AT_ONCE - underWay.size;
      const begun = limit > 0 ? await begin(app, limit) : [];
      for (const poll of begun) {
        const ended: Promise<unknown> = poll.finally(() => {
          underWay.delete(ended);
          hasEnded = true;
        });
        underWay.add(ended);
      }
      const isFull = underWay.size >= AT_ONCE;
      if (underWay.size > 0) await Promise.race([...(isFull ? [] : [pause(LOOK_MS)]), ...underWay]);
      // One that has just ended may be due again at once.
    } while (underWay.size > 0 || hasEnded);
  } finally {
    await Promise.all(underWay);
  }
}

async function begin(app: App, limit: number): Promise<Promise<unknown>[]> {
  const owner = newOwner();
  const due = await pollers.claimDue(app.db.pool, { owner, limit, leaseMs: leaseMs(app.env) });
  return due.map(({ elementInstanceId, minutes }) =>
    pollInstance(app, { elementInstanceId, owner, minutes }).catch((error: Error) =>
      app.log.warn({ elementInstanceId, err: error }, "poll failed"),
    ),
  );
}
