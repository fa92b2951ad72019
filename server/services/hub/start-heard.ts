import { randomUUID } from "node:crypto";
import type { App } from "#server/context.ts";
import { type ElementRequestInput, elementRequest } from "#server/formula/triggers/element-request.ts";
import { coversPath } from "#server/formula/triggers/request-path.ts";
import { insertNotifications } from "#server/store/outbox.ts";
import * as subscriptions from "#server/store/request-subscriptions.ts";
import { findRunnable } from "#server/store/runnables.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { reasonAgainst } from "../execution/reason-against.ts";

/** How many formulas may have started each other, each by a call of the one before (`reliability.md` B14). */
export const MAX_STARTS_DEEP = 5;

const LOOP_TOPIC = "formula-loop-stopped";

type Called = { id: number; organizationId: number; accountId: number; name: string };
type Heard = ElementRequestInput & { instance: Called; depth: number };

/**
 * Starts the formulas whose trigger is this call to the element instance (spec §2.3): each is on disk when this
 * resolves. `depth` is how many formulas led to the call; one that was started in this way too often starts nothing.
 */
export async function startHeard(app: App, { instance, depth, ...heard }: Heard): Promise<void> {
  const { method, path } = heard.request;
  const elementInstanceId = instance.id;
  const listening = await subscriptions.ofElementInstance(app.db.pool, { elementInstanceId, method });
  const started = listening.filter((subscription) => coversPath(subscription.path, path));
  if (started.length === 0) return;
  if (depth >= MAX_STARTS_DEEP) return tellLoop(app, instance, `${method} ${path}`);
  const cause = `call:${randomUUID()}`;
  const trigger = { ...elementRequest.context(heard), depth: depth + 1 };
  await Promise.all(
    started.map(async ({ organizationId, formulaInstanceId }) => {
      const runnable = await findRunnable(app.db.pool, { organizationId, formulaInstanceId });
      if (!runnable || reasonAgainst(runnable) !== null) return;
      await app.engine.accept({ runnable, trigger, triggerType: "elementRequest", cause });
    }),
  );
}

function tellLoop({ db }: App, { organizationId, accountId, name }: Called, call: string): Promise<void> {
  const notification = {
    organizationId,
    accountId,
    topic: LOOP_TOPIC,
    subject: `Loop stopped at "${name}"`,
    message: `${call} was called by a formula that this very call had led to, ${MAX_STARTS_DEEP} formulas deep. It started nothing more.`,
    recipient: null,
    executionId: null,
  };
  return inTransaction(db.pool, (client) => insertNotifications(client, [notification], async () => {}));
}
