import { callDepth } from "#server/call-depth.ts";
import type { Context } from "#server/context.ts";
import type { HubRequest, HubResponse } from "#server/element/hub-request.ts";
import { missingScope } from "#server/services/account/require-scope.ts";
import { callInstance } from "#server/services/hub/call-element.ts";
import { matchesResource } from "#server/services/hub/matches-resource.ts";
import { type Noticed, recordUsage } from "#server/services/hub/record-call.ts";
import type { ReceivedBody } from "#server/services/idempotency/idempotency.ts";
import { BASE_PATH, type ElementCalls } from "./app.ts";
import { asFailure } from "./failures.ts";
import { readHubBody } from "./hub-body.ts";
import { cancelFiles, filesOf, readFiles, receivedBody } from "./received-body.ts";
import { idempotencyKeyOf, requireJsonAccepted } from "./request-checks.ts";
import { respondOnce } from "./respond-once.ts";
import type { Incoming, Outgoing } from "./serve.ts";
import { streamReply } from "./stream-reply.ts";

/** Requests to element instances: `/hubs/{anything}/{resource}` and `/{resource}` are equivalent. */
export const hubCalls: ElementCalls = {
  takes: (ctx, incoming) => matchesResource(ctx, { elementInstanceId: instanceOf(ctx), ...placeOf(incoming) }),

  respond(ctx, incoming) {
    const { requestId, clientAddress: ip, path } = incoming;
    const noted = { requestId, elementInstanceId: instanceOf(ctx), ...placeOf(incoming), uri: BASE_PATH + path, ip };
    const make = (noticed: Noticed) => handleCall(ctx, incoming, noticed).catch(refuse);
    return recordUsage(ctx, noted, make, ({ status }) => status);
  },
};

function refuse(error: unknown): never {
  throw asFailure(error);
}

async function handleCall(ctx: Context, incoming: Incoming, noticed: Noticed): Promise<Outgoing> {
  const { request } = incoming;
  const accept = request.headers.get("accept");
  // Reads may return a file of any type; requests that change data must accept JSON, and are refused first otherwise.
  if (request.method !== "GET") requireJsonAccepted(accept);
  const key = idempotencyKeyOf(request);
  const received = key === undefined ? undefined : receivedBody(request, () => readFiles(call));
  const call: HubRequest = {
    ...placeOf(incoming),
    query: readQuery(request.url),
    headers: incoming.headers(),
    ...(request.method !== "GET" && (await readHubBody(request))),
    // The response to a key is stored, also when its client has gone.
    signal: received ? new AbortController().signal : request.signal,
  };
  const make = async () => {
    const { instanceId: _, ...reply } = await callInstance(ctx, {
      elementInstanceId: instanceOf(ctx),
      call,
      depth: callDepth(),
      onlyReads: ctx.caller.scopes && missingScope(ctx, { area: "requests", writes: true }),
      noticed,
    });
    return written(reply, { ...reply.headers, ...SAFE }, accept);
  };
  return key === undefined ? make() : callOnce(ctx, { key, call, received }, make);
}

/** Returns the stored response to a repeated POST; the key is also sent to the provider. */
async function callOnce(
  ctx: Context,
  { key, call, received }: { key: string; call: HubRequest; received: ReceivedBody | undefined },
  make: () => Promise<Outgoing>,
): Promise<Outgoing> {
  const { path, query, body, form } = call;
  const hasFiles = filesOf(call).length > 0;
  const content = JSON.stringify([instanceOf(ctx), path, query, ...(hasFiles ? [] : [body, form])]);
  const keyed = { key, content, body: hasFiles ? received : undefined };
  return respondOnce(ctx, keyed, make).finally(() => cancelFiles(call));
}

/** A provider's content never runs as a page of ours (E13). */
const SAFE = { "x-content-type-options": "nosniff", "content-security-policy": "sandbox; default-src 'none'" };

function written(
  { code, body, stream }: HubResponse,
  headers: Record<string, string>,
  accept: string | null,
): Outgoing {
  if (stream) return { status: code, text: "", headers, stream: streamReply(stream) };
  const type = headers["content-type"];
  if (typeof body === "string" && type !== undefined && !/\bjson\b/i.test(type))
    return { status: code, text: body, headers };
  requireJsonAccepted(accept);
  return { status: code, text: JSON.stringify(body ?? {}), headers: { ...headers, ...JSON_TYPE } };
}

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

function instanceOf({ caller }: Context): number {
  if (caller.elementInstanceId === undefined) throw new Error("A call to an element came without its instance.");
  return caller.elementInstanceId;
}

const placeOf = ({ request, path }: Pick<Incoming, "request" | "path">) => ({
  method: request.method === "HEAD" ? "GET" : request.method,
  path: path.replace(/^\/hubs\/[^/]+(?=\/)/, ""),
});

/** Repeated names are lists. */
function readQuery(url: string): HubRequest["query"] {
  const mark = url.indexOf("?");
  const query: HubRequest["query"] = {};
  if (mark < 0) return query;
  for (const [name, value] of new URLSearchParams(url.slice(mark + 1))) {
    if (name === "__proto__") continue;
    const before = query[name];
    query[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
  return query;
}
