import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { type KeyedRequest, runIdempotent, type StoredResponse } from "#server/services/idempotency/idempotency.ts";

const KEY = "idempotency-key";

/**
 * Handles a change of a screen once. A screen that received no response sends it again with the same `Idempotency-Key`,
 * and receives the response of the first time. Refusals, and responses that set cookies, are not stored. The key in the
 * response says that it is such a change.
 */
export async function once(
  ctx: Context,
  { request, ...content }: { request: Request } & Omit<KeyedRequest, "key">,
  respond: () => Promise<Response>,
): Promise<Response> {
  const key = request.headers.get(KEY);
  if (key === null) return respond();
  let first: Response | undefined;
  const stored = await runIdempotent(ctx, { key, ...content }, async () => {
    first = await respond();
    if (!first.ok || first.headers.has("set-cookie")) return null;
    return { status: first.status, response: await first.clone().text() };
  }).catch((error) => {
    throw isInProgress(error) ? new Failure("conflict", IN_PROGRESS, { reason: "inProgress" }) : error;
  });
  const response = first ?? replayed(stored);
  response.headers.set(KEY, key);
  return response;
}

const IN_PROGRESS = "This was sent before, and is still in progress. Try again in a moment.";

const isInProgress = (error: unknown) => error instanceof Failure && error.reason === "inProgress";

function replayed(stored: StoredResponse | null): Response {
  if (!stored) throw new Error("A request was handled without a response.");
  const headers = { "content-type": "application/json", "cache-control": "no-store", "idempotent-replayed": "true" };
  return new Response(stored.response, { status: stored.status, headers });
}
