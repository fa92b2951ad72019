import { callResource } from "../call/call-resource.ts";
import type { ResourceRequest } from "../call/run-chain.ts";
import type { HubRequest, HubResponse } from "../hub-request.ts";
import { compileMatcher } from "../match.ts";
import { PLACES } from "../parameters/registry.ts";
import { compileResource } from "../plan.ts";
import type { ElementPlan, PlannedResource } from "../planned.ts";
import { performQuery } from "../query/query-call.ts";
import { type Resource, resourceSchema } from "../shape.ts";
import { metadataOf } from "./object-metadata.ts";
import { isHelium, type ListedObject, objectsOf } from "./objects.ts";

export type AutomaticRequest = Pick<ResourceRequest, "plan" | "call" | "session" | "ports"> & {
  /** Another request to the same instance. */
  perform: (call: HubRequest) => Promise<HubResponse>;
};

type Responder = (given: AutomaticRequest, pathVariables: Record<string, string>) => Promise<HubResponse>;

const json = (body: unknown): HubResponse => ({ code: 200, headers: {}, body });

/** Resources of every instance, whatever its element. */
const NAMED: { method: string; path: string; target: Responder }[] = [
  {
    method: "GET",
    path: "/ping",
    target: async ({ plan, ports }) => json({ endpoint: plan.element.key, dateTime: ports.now().toISOString() }),
  },
  {
    method: "GET",
    path: "/objects",
    target: async ({ plan, call }) => {
      const objects = objectsOf(plan);
      const isTop = ({ type, path }: ListedObject) => type !== "vendor" && path === undefined;
      return json(isHelium(call) ? objects : objects.filter(isTop).map(({ name }) => name));
    },
  },
  {
    method: "GET",
    path: "/objects/{objectName}/metadata",
    target: async ({ plan, call, perform }, { objectName = "" }) => {
      const { composite, includePath, discoveryId } = call.query;
      const found = discoveryId === undefined ? undefined : await discovered(perform, call, objectName);
      return json(metadataOf(plan, objectName, { ...detailsIn({ composite, includePath }), record: found }));
    },
  },
  { method: "GET", path: "/query", target: (given) => performQuery(given) },
];

const detailsIn = (flags: Record<"composite" | "includePath", unknown>) => ({
  hasComposites: String(flags.composite) === "true",
  hasPaths: String(flags.includePath) === "true",
});

/** The record whose fields are listed as well, such as custom fields of one customer. */
async function discovered(
  perform: AutomaticRequest["perform"],
  call: HubRequest,
  objectName: string,
): Promise<unknown> {
  const id = encodeURIComponent(String(call.query.discoveryId));
  const { body, stream } = await perform({
    ...{ method: "GET", path: `/${encodeURIComponent(objectName)}/${id}`, query: {} },
    ...{ headers: call.headers, signal: call.signal },
  });
  stream?.cancel();
  return body;
}

/** Objects of the provider that the element does not describe: only mappings of credentials apply to them. */
const GENERIC = [
  ["/{objectName}", ["GET", "POST"]],
  ["/{objectName}/{objectId}", ["GET", "PATCH", "PUT", "DELETE"]],
  ["/{objectName}/{objectId}/{childObjectName}", ["GET", "POST"]],
  ["/{objectName}/{objectId}/{childObjectName}/{childObjectId}", ["GET", "PATCH", "PUT", "DELETE"]],
] as const;

const named = compileMatcher(NAMED);
const generic = compileMatcher(
  GENERIC.flatMap(([path, methods]) =>
    methods.map((method) => ({
      method,
      path,
      target: (({ plan, call, session, ports }, pathVariables) => {
        const resource = genericResource(plan, method, path);
        const named = { ...pathVariables, objectName: vendorNameOf(plan, pathVariables.objectName) };
        return callResource({ plan, resource, pathVariables: named, call, session, ports });
      }) satisfies Responder as Responder,
    })),
  ),
);

/** The provider's name of an object that the element names differently. */
const vendorNameOf = ({ element }: ElementPlan, objectName = ""): string =>
  element.objects.find(({ name }) => name === objectName)?.vendorName || objectName;

/** Reserved names: no request for them reaches a provider. */
const OURS = new Set(["ping", "objects", "query", "bulk", "hubs"]);

type Found = { respond: (given: AutomaticRequest) => Promise<HubResponse> } | { allowed: string[] };

/**
 * The automatic resource at a path where the element has none for this method; `allowed` are the methods that it has
 * there, if any: then only resources with a name of their own stand in.
 */
export function automaticResource(
  { element }: ElementPlan,
  method: string,
  segments: readonly string[],
  allowed: string[],
): Found {
  const ours = named(method, segments);
  if (ours.target) return bound(ours.target, ours.pathVariables);
  if (allowed.length > 0) return { allowed };
  const isOurs = OURS.has(segments[0] ?? "") || segments.includes("");
  if (isOurs || element.protocolType === "jdbc") return { allowed: ours.allowed };
  const other = generic(method, segments);
  return other.target ? bound(other.target, other.pathVariables) : { allowed: other.allowed };
}

const bound = (respond: Responder, pathVariables: Record<string, string>): Found => ({
  respond: (given) => respond(given, pathVariables),
});

function genericResource(plan: ElementPlan, method: Resource["method"], path: string): PlannedResource {
  const key = `${method} ${path}`;
  const known = plan.generic.get(key);
  if (known) return known;
  const { element } = plan;
  const credentials = element.parameters.filter(({ type }) => PLACES[type].keys);
  const resource = resourceSchema.parse({ path, method, vendorPath: path });
  const planned = { ...compileResource({ ...element, parameters: credentials }, resource), isGeneric: true };
  planned.paging = { ...planned.paging, isList: false };
  planned.chain = [planned];
  plan.generic.set(key, planned);
  return planned;
}
