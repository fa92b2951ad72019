import type { Context } from "#server/context.ts";
import { pollerEntries } from "#server/element/polling/poller-entries.ts";
import { Failure } from "#server/errors.ts";
import { rehearsePoll } from "../poller/rehearse-poll.ts";
import type { Drafted } from "./drafted-element.ts";
import { openTrial, type TriedAccount, withoutSecrets } from "./trial.ts";

type TriedPoll = {
  /** The name of a polled resource of the definition. */
  resource: string;
  /** Changes since this time; of the last day by default. */
  since?: Date | undefined;
};

const DAY_MS = 86_400_000;

/**
 * Polls a resource once as an unpublished definition of its element says, and returns which event each row would become
 * and why. Records nothing, and no formula is started. Refuses: what `openTrial` refuses, and (notFound) a resource that
 * the definition does not poll. Passes on errors of the provider.
 */
export async function tryPoll(ctx: Context, { resource, since, ...tried }: Drafted & TriedAccount & TriedPoll) {
  const trial = await openTrial(ctx, tried);
  const { connection, draft, plan, keep: watch } = trial;
  const defaults = Object.fromEntries(draft.configuration.map(({ key, defaultValue = "" }) => [key, defaultValue]));
  const entry = pollerEntries(defaults).find((one) => one.resource === resource);
  if (!entry)
    throw new Failure("notFound", `resource: the definition does not poll ${JSON.stringify(resource.slice(0, 100))}.`);
  const now = ctx.now();
  const from = since?.getTime() ?? now.getTime() - DAY_MS;
  const cursor = { since: from, newest: null, seen: {}, isLearning: false };
  const byDraft = { plan: () => plan, watch };
  const polled = await rehearsePoll(trial.ctx, { ...connection, plan }, { entry, cursor, now, trial: byDraft });
  return withoutSecrets(trial, polled);
}
