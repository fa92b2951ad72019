import type { Context } from "#server/context.ts";
import { FAILURE_STATUS, Failure } from "#server/errors.ts";

/**
 * A request to an element instance: `path` as the element defines it, `uri` as it was requested, `ip` of the client.
 */
export type UsageOfRequest = {
  requestId: string;
  elementInstanceId: number;
  method: string;
  path: string;
  uri: string;
  ip: string;
};

/** The `ip` of requests by the product itself: steps of formulas, polls, bulk jobs. */
export const INTERNAL = "internal";
const LONGEST = 2000;

/**
 * Sends a request and records it in the usage of the organization, with the status of the response. The write is not
 * awaited.
 */
export async function recordUsage<Reply>(
  { caller, usage, now }: Pick<Context, "caller" | "usage" | "now">,
  { requestId, elementInstanceId, method, path, uri, ip }: UsageOfRequest,
  make: () => Promise<Reply>,
  statusOf: (reply: Reply) => number,
): Promise<Reply> {
  const createdAt = now();
  const began = performance.now();
  const note = (status: number) =>
    usage.note({
      organizationId: caller.organizationId,
      accountId: caller.accountId,
      userId: caller.userId,
      ...{ requestId, elementInstanceId, method, ip, status, createdAt },
      uri: uri.slice(0, LONGEST),
      resource: (path.split("/", 2)[1] ?? "").slice(0, LONGEST),
      processMs: Math.round(performance.now() - began),
    });
  try {
    const reply = await make();
    note(statusOf(reply));
    return reply;
  } catch (error) {
    note(FAILURE_STATUS[error instanceof Failure ? error.kind : "serverError"]);
    throw error;
  }
}
