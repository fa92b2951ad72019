import type { HubResponse } from "#server/element/hub-request.ts";
import { privateHeaders } from "#server/element/provider/reply-headers.ts";
import { FAILURE_STATUS, type Failure } from "#server/errors.ts";
import type { HttpResponse } from "#server/formula/ports.ts";

type RequestIds = { requestId: string; instanceId: number };
type StepResponse = Omit<HttpResponse, "sent">;

/**
 * The headers of a response for a step: those for REST callers of the hub, and the provider's own, without cookies and
 * credentials.
 */
export function stepHeaders(
  { headers, providerHeaders = {} }: Pick<HubResponse, "headers" | "providerHeaders">,
  { requestId, instanceId }: RequestIds,
): Record<string, string> {
  return {
    ...privateHeaders(providerHeaders),
    "content-type": JSON_TYPE,
    ...headers,
    "elements-request-id": requestId,
    "elements-element-instance-id": String(instanceId),
  };
}

/**
 * A refused request as a response: the provider's own status if it responded, otherwise the status for REST callers.
 * The body is their error object.
 */
export function refusedReply(
  { kind, message, reason, providerMessage, provider, headers, isPermanent }: Failure,
  called: RequestIds,
): StepResponse & { refusal: string } {
  return {
    code: provider?.code ?? FAILURE_STATUS[kind],
    headers: {
      ...stepHeaders({ headers, providerHeaders: provider?.headers ?? {} }, called),
      "content-type": JSON_TYPE,
    },
    body: { message, requestId: called.requestId, ...(providerMessage !== undefined && { providerMessage }) },
    refusal: message,
    reason,
    isPermanent,
  };
}

const JSON_TYPE = "application/json; charset=utf-8";
