import { z } from "zod";
import { FAILURE_STATUS, Failure } from "#server/errors.ts";
import { type Address, buildAddress } from "./address.ts";
import { type Phrase, phrase, referenceOf, textOf } from "./definition.ts";
import { type RunFailureReason, thrownFailure } from "./failure-reason.ts";
import type { HttpRequest, HttpResponse } from "./ports.ts";
import { property } from "./property.ts";
import { httpMethod, objectOrJson, wholeNumber, yesOrNo } from "./property-values.ts";
import { requestHeaders } from "./request-headers.ts";
import { specialBody } from "./special-body.ts";
import { includesCode, type StatusRange, statusCodes } from "./status-codes.ts";
import type { StepRun, StepType } from "./step-type.ts";
import type { StepOutcome } from "./walk-state.ts";

/** The URL of a request, and its element instance. */
export const requestLine: Phrase = phrase("{call}", ({ method, api, url, elementInstanceId }) =>
  [textOf(method).toUpperCase(), textOf(api ?? url), elementInstanceId ? `→ ${referenceOf(elementInstanceId)}` : ""]
    .filter(Boolean)
    .join(" "),
);

/** The shared definition of steps that make one request. */
export const REQUEST_DEFINITION = {
  purpose: "call",
  line: [requestLine],
  outputs: [
    { path: ".response.body", label: "what came back" },
    { path: ".response.code", label: "the status code" },
    { path: ".response.headers", label: "the headers of the reply" },
  ],
  starter: { method: "GET" },
  isExchange: true,
} as const satisfies Partial<StepType>;

/** The shared properties of `httpRequest`, `request` and `elementRequest` (spec §2.5). */
export const requestProperties = {
  method: httpMethod.clone().register(property, { reads: "template", label: "Method" }),
  headers: objectOrJson.optional().register(property, {
    reads: "template",
    label: "Headers",
    field: "headers",
    place: "json",
    bare: true,
    help: "Rarely needed.",
  }),
  query: z.union([objectOrJson, z.string()]).optional().register(property, {
    reads: "template",
    label: "Query",
    field: "json",
    place: "query",
    bare: true,
    help: "An object, or text such as where=id%3D1&page=2.",
  }),
  path: objectOrJson.optional().register(property, {
    reads: "template",
    label: "Path",
    field: "json",
    place: "json",
    bare: true,
    help: "Values for {name} in the address; for earlier formulas.",
  }),
  body: z.unknown().optional().register(property, {
    reads: "template",
    label: "Body",
    field: "json",
    place: "json",
    help: "Usually built by a step before: ${steps.build.body}",
  }),
  acceptableStatusCodes: statusCodes.optional().register(property, {
    reads: "template",
    label: "Acceptable status codes",
    field: "statusCodes",
    help: "Such as 200,201 or 200-205,208. Without it every 2xx is a success.",
  }),
  retry: yesOrNo.optional().register(property, { reads: "template", label: "Retry" }),
  retryAttempts: wholeNumber(0, 5).optional().register(property, {
    reads: "template",
    label: "Retry attempts",
    help: "How many more times to call, at most 5; 3 when empty.",
  }),
  retryDelay: wholeNumber(0, 3_600_000).optional().register(property, {
    reads: "template",
    label: "Retry delay",
    help: "Milliseconds between the calls; 500 when empty.",
  }),
  retryStatusCodes: statusCodes.optional().register(property, {
    reads: "template",
    label: "Retry on status codes",
    field: "statusCodes",
    help: "Such as 401-405,500; 408,429,500,502-504 when empty.",
  }),
};

export type RequestProperties = z.output<z.ZodObject<typeof requestProperties>>;

/** Whether a request may change data at its target. */
export const changesSomething = ({ method }: Pick<RequestProperties, "method">) => method !== "GET";

type Target = {
  /** The address as written, with `{name}` placeholders and perhaps a query. */
  address: string;
  /** The name of the URL in the output (spec §2.6). */
  recordedAs: "uri" | "url";
  /** Whether a body that describes a file or a form is sent as a file or a form. */
  takesContent: boolean;
  send: (call: HttpRequest) => Promise<HttpResponse>;
};

/**
 * Sends the request of a request step, with retries if `retry` is set, and returns the outcome (spec §2.5, §2.6).
 * Context value: `{ request: { query, body, method, path, uri | url, headers, retry-attempt? }, response: { code,
 * headers, body } }`, also if the code is not acceptable; without `response` if there was none. A refused request to an
 * element has the code of the refusal, and the error object as its body. A code on the retry list is retried before it
 * is checked against the acceptable ones. The error of a step with `retry` says why the last response was not retried.
 */
export async function performRequest(
  { name, properties, ports, idempotencyKey, signal }: StepRun<RequestProperties>,
  { address: written, recordedAs, takesContent, send }: Target,
): Promise<StepOutcome> {
  const { method, body, path, query } = properties;
  const built = buildAddress(written, path, query);
  if (!built.ok) return { took: "onFailure", error: built.error };
  const special = takesContent ? specialBody(body) : { ok: true as const };
  if (!special.ok) return { took: "onFailure", error: special.error };
  const { content } = special;
  const described = content ? { ...properties, body: undefined } : properties;
  const headers = requestHeaders(described, { stepName: name, idempotencyKey });
  if (!headers.ok) return { took: "onFailure", error: headers.error };

  const { address } = built;
  const call = { method, url: address.url, headers: headers.headers, body, ...(content && { content }), signal };
  const most = properties.retry ? (properties.retryAttempts ?? 3) : 0;
  let retries = 0;
  let response = await attempt(send, call);
  while (retries < most && whyNotRetried(properties, response) === undefined) {
    await ports.sleep(properties.retryDelay ?? 500, signal);
    retries += 1;
    response = await attempt(send, call);
  }
  const whyNot = most > 0 ? whyNotRetried(properties, response) : undefined;
  return outcome(properties, { response, call, address, recordedAs, retries, whyNot });
}

/** A status that the author listed is always retried (spec §2.5); otherwise nothing that would fail in the same way. */
function whyNotRetried(
  { retryStatusCodes: listed }: RequestProperties,
  { code, reply, isPermanent = reply?.isPermanent }: SendResult,
): string | undefined {
  if (!includesCode(listed ?? USUAL_CODES.retryStatusCodes, code)) return `Status ${code} is not retried.`;
  return isPermanent && !listed ? "It is not retried: the same request would fail in the same way." : undefined;
}

/** Defaults of empty properties: every 2xx is a success, and codes that are usually temporary are retried. */
export const USUAL_CODES = {
  acceptableStatusCodes: [{ from: 200, to: 299 }],
  retryStatusCodes: [
    { from: 408, to: 408 },
    { from: 429, to: 429 },
    { from: 500, to: 500 },
    { from: 502, to: 504 },
  ],
} satisfies Partial<Record<keyof RequestProperties, StatusRange[]>>;

type SendResult =
  | { code: number; reply: HttpResponse; isPermanent?: undefined }
  | { code: number; reply?: undefined; error: string; reason?: RunFailureReason; isPermanent?: boolean | undefined };

/** A request without a response has the status of its failure: a timeout is 504. */
async function attempt(send: Target["send"], call: HttpRequest): Promise<SendResult> {
  try {
    const reply = await send(call);
    return { code: reply.code, reply };
  } catch (error) {
    call.signal.throwIfAborted();
    const { kind = "badGateway", isPermanent } = error instanceof Failure ? error : {};
    return { code: FAILURE_STATUS[kind], isPermanent, ...thrownFailure(error) };
  }
}

function outcome(
  { acceptableStatusCodes = USUAL_CODES.acceptableStatusCodes, path = {} }: RequestProperties,
  exchange: {
    response: SendResult;
    call: HttpRequest;
    address: Address;
    recordedAs: Target["recordedAs"];
    retries: number;
    whyNot: string | undefined;
  },
): StepOutcome {
  const { response, call, address, recordedAs, retries, whyNot } = exchange;
  const explained = (error: string) => (whyNot === undefined ? error : `${error} ${whyNot}`);
  const { reply } = response;
  const request = {
    query: address.query,
    body: reply?.sent.body ?? call.body ?? "",
    method: call.method,
    path,
    [recordedAs]: address.base,
    headers: reply?.sent.headers ?? call.headers,
    ...(retries > 0 && { "retry-attempt": retries }),
  };
  if (!reply)
    return { took: "onFailure", output: { request }, error: explained(response.error), reason: response.reason };
  const output = { request, response: { code: reply.code, headers: reply.headers, body: reply.body ?? "" } };
  return includesCode(acceptableStatusCodes, reply.code)
    ? { took: "onSuccess", output }
    : {
        took: "onFailure",
        output,
        error: explained(statusError(`${call.method} ${address.base}`, reply)),
        reason: reply.reason,
      };
}

/** The error for a response whose code is not a success. */
export const statusError = (what: string, { code, refusal }: Pick<HttpResponse, "code" | "refusal">): string =>
  refusal === undefined ? `${what} returned status ${code}.` : `${what} returned status ${code}: ${refusal}`;
