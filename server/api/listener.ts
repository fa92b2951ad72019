import { getRequestListener, RequestError } from "@hono/node-server";
import { FAILURE_STATUS, type FailureKind } from "#server/errors.ts";
import { newRequestId } from "#server/services/usage/request-id.ts";

/** A Hono app as a listener of Node's server. Requests whose URL is invalid get a JSON error, too (spec §7). */
export function createListener({ fetch }: { fetch: Parameters<typeof getRequestListener>[0] }) {
  return getRequestListener(fetch, {
    errorHandler: (error) =>
      error instanceof RequestError
        ? refused("badRequest", "The address or the Host header of the request is not valid.")
        : refused("serverError", "Something went wrong on our side."),
  });
}

function refused(kind: FailureKind, message: string): Response {
  const requestId = newRequestId();
  const headers = { "content-type": "application/json; charset=utf-8", "elements-request-id": requestId };
  return new Response(JSON.stringify({ message, requestId }), { status: FAILURE_STATUS[kind], headers });
}
