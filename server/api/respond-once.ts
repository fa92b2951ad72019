import type { Context } from "#server/context.ts";
import { type KeyedRequest, runIdempotent } from "#server/services/idempotency/idempotency.ts";
import type { Outgoing } from "./serve.ts";

/**
 * Makes a response once for a key, and repeats it with its headers. A file is not stored: a repeated request is
 * refused. Undefined is no response, and leaves the key free.
 */
export async function respondOnce<Made extends Outgoing | undefined>(
  ctx: Context,
  keyed: KeyedRequest,
  make: () => Promise<Made>,
): Promise<Made | Outgoing> {
  let first: Made | undefined;
  const kept = await runIdempotent(ctx, keyed, async () => {
    first = await make();
    if (!first) return null;
    const { status, text, headers, stream } = first;
    return { status, response: stream ? null : JSON.stringify({ text, headers }) };
  });
  if (first || !kept?.replayed) return first as Made;
  const { text, headers } = JSON.parse(kept.response ?? "{}") as Pick<Outgoing, "text" | "headers">;
  return { status: kept.status, text, headers: { ...headers, "idempotent-replayed": "true" } };
}
