import { withoutCredentials } from "../element/auth/credentials.ts";
import { asText, isRecord } from "../element/bare-record.ts";
import { contextParamsOf } from "../element/hooks/context-params.ts";
import { HOOK_TYPES } from "../element/hooks/registry.ts";
import type { Configuration, ElementPorts } from "../element/ports.ts";
import { kindOfStatus } from "../element/provider/provider-errors.ts";
import type { Element, Hook } from "../element/shape.ts";
import { Failure } from "../errors.ts";

/**
 * A webhook or polled rows as the input of a hook. `headers` are lower case; `text` is the raw body. Polled rows have
 * the method `POLL`, which no HTTP client can send.
 */
export type EventRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  query: Record<string, unknown>;
  text: string;
  payload: unknown;
};

/** The response to the provider if a hook sets one, such as for a challenge. */
export type HookResponse = { code: number; body: unknown; contentType: string | undefined };

export type EventHookResult = { events: unknown; reply?: HookResponse };

type HookRun = {
  element: Element;
  configuration: Configuration;
  port: ElementPorts["hook"];
  signal: AbortSignal;
};

/** The script that reads this element's events, if it has one. */
export const eventHookOf = ({ hooks }: Pick<Element, "hooks">): Hook | undefined =>
  hooks.find(({ type, body }) => HOOK_TYPES[type].stage === "event" && body.trim() !== "");

/**
 * Runs the event hook on a request. The script reads `events`, the payload with the headers as `events.eventHeaders`,
 * and also `request_body` (the raw text), `request_headers`, `request_method`, `request_parameters`, `request_path` and
 * `configuration`.
 * Refuses with the hook's message if it sets `response_error`, with `response_status_code` or badRequest; serverError
 * if it fails.
 */
export async function runEventHook(
  hook: Hook,
  call: EventRequest,
  { element, configuration, port, signal }: HookRun,
): Promise<EventHookResult> {
  const isList = Array.isArray(call.payload);
  // A JSON list cannot carry the headers.
  const body = isList ? `events.eventHeaders = request_headers; ${hook.body}` : hook.body;
  const wants = [...contextParamsOf(hook), ...(isList ? ["events", "request_headers"] : [])];
  const all = variablesOf(call, configuration);
  const variables = Object.fromEntries(wants.flatMap((name) => (name in all ? [[name, all[name]]] : [])));
  const result = await port({ body, isLegacy: hook.isLegacy, variables, origins: "any" }, signal);
  const conceal = (text: string) => withoutCredentials(text, element, configuration);
  if (!result.ok) throw new Failure("serverError", `The event hook of the element failed: ${conceal(result.error)}`);
  const fields = isRecord(result.value) ? result.value : {};
  const code = statusIn(fields);
  if (asText(fields.response_error) !== "")
    throw new Failure(kindOfStatus(code ?? 400), conceal(asText(fields.response_error)));
  const reply = replyIn(fields, code);
  return { events: fields.events, ...(reply && { reply }) };
}

function variablesOf(call: EventRequest, configuration: Configuration): Record<string, unknown> {
  const { method, path, headers, query, text, payload } = call;
  const eventHeaders = { ...headers };
  return {
    events: Array.isArray(payload) ? payload : { ...(isRecord(payload) ? payload : { body: payload }), eventHeaders },
    request_body: text,
    request_body_map: isRecord(payload) ? payload : null,
    request_headers: headers,
    request_method: method,
    request_path: path,
    request_parameters: query,
    configuration,
  };
}

function statusIn({ response_status_code: code }: Record<string, unknown>): number | undefined {
  const status = Number(code);
  return code !== undefined && Number.isInteger(status) && status >= 200 && status <= 599 ? status : undefined;
}

function replyIn(fields: Record<string, unknown>, code: number | undefined): HookResponse | undefined {
  if (fields.response_body === undefined && code === undefined) return undefined;
  const headers = Object.entries(isRecord(fields.response_headers) ? fields.response_headers : {});
  const [, type] = headers.find(([name]) => name.toLowerCase() === "content-type") ?? [];
  return { code: code ?? 200, body: fields.response_body, contentType: type === undefined ? undefined : asText(type) };
}
