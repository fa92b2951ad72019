import { randomUUID } from "node:crypto";
import type { App } from "#server/context.ts";
import { type ElementRequestInput, elementRequest } from "#server/formula/triggers/element-request.ts";
import { coversPath } from "#server/formula/triggers/request-path.ts";
import * as subscriptions from "#server/store/request-subscriptions.ts";
import { findRunnable } from "#server/store/runnables.ts";

/** How many formulas may have started each other, each by a call of the one before (`reliability.md` B14). */
export const MAX_STARTS_DEEP = 5;

type Heard = ElementRequestInput & { elementInstanceId: number; depth: number };

/**
 * Starts the formulas whose trigger is this call to the element instance (spec §2.3): each is on disk when this
 * resolves. `depth` is how many formulas led to the call; one that was started in this way too often starts nothing.
 */
export async function startHeard(app: App, { elementInstanceId, depth, ...heard }: Heard): Promise<void> {
  const { method, path } = heard.request;
  const listening = await subscriptions.ofElementInstance(app.db.pool, { elementInstanceId, method });
  const started = listening.filter((subscription) => coversPath(subscription.path, path));
  if (started.length === 0) return;
  if (depth >= MAX_STARTS_DEEP) {
    app.log.warn({ elementInstanceId, method, path }, "loop stopped: formulas kept starting each other by this call");
    return;
  }
  const cause = `call:${randomUUID()}`;
  const trigger = { ...elementRequest.context(heard), depth: depth + 1 };
  await Promise.all(
    started.map(async ({ organizationId, formulaInstanceId }) => {
      const runnable = await findRunnable(app.db.pool, { organizationId, formulaInstanceId });
      if (!runnable?.active || !runnable.formulaActive) return;
      await app.engine.accept({ runnable, trigger, triggerType: "elementRequest", cause });
    }),
  );
}
