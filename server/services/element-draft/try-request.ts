import type { Context } from "#server/context.ts";
import type { Element } from "#server/element/shape.ts";
import { type WatchedExchange, watchExchanges } from "../hub/watch-exchanges.ts";
import { openTrial, sendTrial, type TrialRequest, withoutSecrets } from "./trial.ts";

export type TriedRequest = TrialRequest & { element: Element; elementInstanceId: number };

export type TriedResponse = {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  milliseconds: number;
  /** How many pages of a list were read of the provider. */
  pages: number;
  exchanges: WatchedExchange[];
};

/**
 * Sends a request to an element instance by an unpublished definition of its element (`sendTrial`), and returns the
 * response with each exchange that it took. Secrets are masked. Refuses what `openTrial` refuses.
 */
export async function tryRequest(
  ctx: Context,
  keyOrId: string | number,
  { element, elementInstanceId, ...request }: TriedRequest,
): Promise<TriedResponse> {
  const trial = await openTrial(ctx, keyOrId, { element, elementInstanceId });
  const { exchanges, credentials, watch } = watchExchanges(trial.draft);
  const began = performance.now();
  const reply = await sendTrial(ctx, trial, request, watch);
  const milliseconds = Math.round(performance.now() - began);
  const result = { ...reply, milliseconds, pages: pagesIn(exchanges), exchanges };
  return withoutSecrets(ctx, trial, result, credentials);
}

/** The resource that was called is that of the first exchange; those that follow in a chain are no pages. */
const pagesIn = (exchanges: readonly WatchedExchange[]): number =>
  exchanges.filter(
    ({ resource, response }) => resource === exchanges[0]?.resource && response !== null && response.status < 300,
  ).length;
