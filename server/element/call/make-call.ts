import type { AuthType } from "../auth/auth-type.ts";
import type { Incoming } from "../incoming.ts";
import { setRawType } from "../parameters/body.ts";
import type { PlannedResource } from "../planned.ts";
import { isFilePart } from "../ports.ts";
import {
  emptyProviderRequestDraft,
  headerOf,
  type ProviderRequestDraft,
  setHeader,
} from "../provider/provider-request-draft.ts";
import { wrapRequest } from "./root-key.ts";

/**
 * Builds the request to the provider from parameters and authentication (before the hooks). Refuses (badRequest) a
 * missing or inexpressible value, with the name of the parameter.
 */
export function makeCall(
  resource: PlannedResource,
  incoming: Incoming,
  { follows, auth, keyHeader }: { follows: string | undefined; auth: AuthType; keyHeader: string },
): ProviderRequestDraft {
  const call = emptyProviderRequestDraft(resource.vendorMethod);
  if (follows !== undefined) for (const [name, values] of queryOf(follows)) call.query[name] = values;
  if (incoming.place) Object.assign(call.tokens, incoming.paging);
  for (const writeRequest of resource.parameters.writeRequest) writeRequest(incoming, call);
  if (resource.isGeneric) passOn(incoming, call);
  const { request } = resource.rootKeys;
  if (request && call.body !== undefined && !isFilePart(call.body)) call.body = wrapRequest(request, call.body);
  const { idempotencyKey } = incoming;
  if (idempotencyKey !== undefined && call.method !== "GET" && keyHeader !== "") {
    complete(call, { headers: { [keyHeader]: idempotencyKey } });
  }
  if (auth.authorize) complete(call, auth.authorize(incoming.configuration));
  return call;
}

/** The parameters of a link by name: those that repeat are a list. */
function queryOf(link: string): Map<string, string | string[]> {
  const mark = link.indexOf("?");
  const query = new URLSearchParams(mark < 0 ? "" : link.slice(mark));
  return new Map(
    [...query.keys()].map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? (values[0] as string) : values];
    }),
  );
}

/** Objects of the provider bypass our mappings (spec §2.8). */
function passOn(incoming: Incoming, call: ProviderRequestDraft): void {
  const { query, body, stream, form } = incoming;
  for (const [name, value] of Object.entries(query)) call.query[name] ??= value;
  if (form) call.parts.push(...Object.entries(form));
  else call.body ??= body ?? stream;
  setRawType(call, incoming);
  if (isFilePart(call.body)) setHeader(call.headers, "Content-Type", call.body.contentType);
}

/** An existing header or parameter wins. */
function complete(
  call: ProviderRequestDraft,
  { headers = {}, query = {} }: { headers?: Record<string, string>; query?: Record<string, string> },
): void {
  for (const [name, value] of Object.entries(headers))
    if (headerOf(call.headers, name.toLowerCase()) === undefined) call.headers[name] = value;
  for (const [name, value] of Object.entries(query)) call.query[name] ??= value;
}
