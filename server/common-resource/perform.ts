import { type CalledInstance, performCall } from "#server/element/call.ts";
import type { HubRequest, HubResponse } from "#server/element/hub-request.ts";
import { segmentsOf } from "#server/element/match.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import type { ElementPorts } from "#server/element/ports.ts";
import { performQuery } from "#server/element/query/query-call.ts";
import { selectFields } from "#server/element/query/select-fields.ts";
import type { CommonResource, CommonResources } from "./compile.ts";
import { commonMetadata, listObjects } from "./list-objects.ts";
import { mapObjects } from "./map-objects.ts";
import { mapQuery } from "./map-query.ts";

type Call = {
  plan: ElementPlan;
  commonResources: CommonResources;
  call: HubRequest;
  instance: CalledInstance;
  ports: ElementPorts;
};

/**
 * One call to an element instance whose users have common resources: `/N`, `/N/{id}` and what is below run the resource
 * of the provider's name, with requests and responses mapped. Every other call is what it was.
 *
 * Throws what `performCall` throws, badRequest for values that cannot be converted, serverError for a failing script.
 */
export async function performMapped(given: Call): Promise<HubResponse> {
  const { plan, commonResources, call, instance, ports } = given;
  const segments = segmentsOf(call.path);
  const own = ownResponse(given, segments);
  if (own) return own;
  const [first = "", ...rest] = segments;
  const resource = commonResources.get(first);
  if (!resource) return performCall(plan, unmapped(given, [first, ...rest]), instance, ports);
  const child = commonResources.get(rest[1] ?? "");
  const names = child ? rest.with(1, child.vendorName) : rest;
  // A name of the provider may be a path of several words.
  const path = joined(ownSegments(plan, call.method, [...resource.vendorName.split("/").filter(Boolean), ...names]));
  const mapping = returnsFile(plan, call.method, path) ? undefined : rest.length > 1 ? child : resource;
  return callMapped(
    mapping,
    { ...call, path: `/${path}` },
    (inner) => performCall(plan, inner, instance, ports),
    ports,
  );
}

/**
 * If a common resource has the name of an object of the element, the object itself is available under the provider's
 * name: `/Contact` beside `/contacts`.
 */
function unmapped({ plan, commonResources, call }: Call, segments: readonly string[]): HubRequest {
  const own = ownSegments(plan, call.method, segments);
  return commonResources.has(own[0] ?? "") ? { ...call, path: `/${joined(own)}` } : call;
}

/** The element's own resource in place of the provider's name of an object, unless the element has one of that name. */
function ownSegments(plan: ElementPlan, method: HubRequest["method"], segments: readonly string[]): readonly string[] {
  const [first = "", ...rest] = segments;
  const object = plan.element.objects.find(({ name, vendorName }) => vendorName === first && name !== first);
  return object && !plan.match(method, segments).target ? [object.name, ...rest] : segments;
}

const joined = (segments: readonly string[]): string => segments.map(encodeURIComponent).join("/");

/** The content of a file is not mapped, even if it is JSON. */
function returnsFile(plan: ElementPlan, method: HubRequest["method"], path: string): boolean {
  const { target } = plan.match(method, segmentsOf(path));
  return target?.resource.response?.contentType === "application/octet-stream";
}

/** The product's own responses about objects include common resources, unless the element has a resource there. */
function ownResponse(given: Call, segments: readonly string[]): Promise<HubResponse> | HubResponse | undefined {
  const { plan, commonResources, call } = given;
  const [first, name, last] = segments;
  const isOurs = first === "objects" || (first === "query" && segments.length === 1);
  if (call.method !== "GET" || !isOurs || plan.match(call.method, segments).target) return undefined;
  if (first === "query") return performQuery({ call, perform: (inner) => performMapped({ ...given, call: inner }) });
  const reply = (body: unknown): HubResponse => ({ code: 200, headers: {}, body });
  if (segments.length === 1) return reply(listObjects(plan, commonResources, call));
  const resource = commonResources.get(name ?? "");
  return resource && last === "metadata" && segments.length === 3 ? reply(commonMetadata(plan, resource)) : undefined;
}

type Perform = (call: HubRequest) => Promise<HubResponse>;

async function callMapped(
  resource: CommonResource | undefined,
  call: HubRequest,
  perform: Perform,
  { hook }: Pick<ElementPorts, "hook">,
): Promise<HubResponse> {
  if (!resource) return perform(call);
  const around = { hook, signal: call.signal };
  const { query, fields } = await mapQuery(resource, call.query, around);
  const isPartial = call.method === "PATCH";
  const body =
    call.body === undefined
      ? undefined
      : await mapObjects(resource, structuredClone(call.body), { ...around, direction: "toVendor", isPartial });
  const reply = await perform({ ...call, query, ...(body !== undefined && { body }) });
  if (reply.stream) return reply;
  const mapped = await mapObjects(resource, reply.body, { ...around, direction: "fromVendor" });
  const shown = fields && fields.length > 0 ? selectFields(mapped, fields) : mapped;
  return {
    ...reply,
    body: shown,
    ...(Array.isArray(shown) && { headers: { ...reply.headers, "elements-returned-count": String(shown.length) } }),
  };
}
