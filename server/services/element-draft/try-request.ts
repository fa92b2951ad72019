import type { Context } from "#server/context.ts";
import { type WatchedExchange, watchExchanges } from "../hub/watch-exchanges.ts";
import type { Drafted } from "./drafted-element.ts";
import { openTrial, secretsIn, sendTrial, type TrialRequest, type TriedAccount, withoutSecrets } from "./trial.ts";

export type TriedResponse = {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  milliseconds: number;
  /** The number of pages that were read from the provider. */
  pages: number;
  exchanges: WatchedExchange[];
};

/**
 * Sends a request by an unpublished definition of an element (`sendTrial`), and returns the
 * response with each exchange that it took. Secrets are masked. Refuses what `openTrial` refuses.
 */
export async function tryRequest(
  ctx: Context,
  { method, path, query, headers, body, form, ...tried }: Drafted & TriedAccount & TrialRequest,
): Promise<TriedResponse> {
  const trial = await openTrial(ctx, tried);
  const { exchanges, credentials, watch } = watchExchanges(trial.draft, secretsIn(trial));
  const began = performance.now();
  const reply = await sendTrial(trial, { method, path, query, headers, body, form }, watch);
  const milliseconds = Math.round(performance.now() - began);
  const result = { ...reply, milliseconds, pages: pagesIn(exchanges), exchanges };
  return withoutSecrets(trial, result, credentials);
}

/** The resource that was called is that of the first exchange; those that follow in a chain are no pages. */
const pagesIn = (exchanges: readonly WatchedExchange[]): number =>
  exchanges.filter(
    ({ resource, response }) => resource === exchanges[0]?.resource && response !== null && response.status < 300,
  ).length;
