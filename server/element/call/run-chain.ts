import { Failure } from "../../errors.ts";
import type { HubRequest } from "../hub-request.ts";
import type { Exchanged } from "../hub-response-draft.ts";
import type { Incoming } from "../incoming.ts";
import type { PagePlace } from "../pagination/page-place.ts";
import { pageRequest, pagingParameter } from "../pagination/paging.ts";
import type { ElementPlan, PlannedResource } from "../planned.ts";
import { type ElementPorts, isFilePart } from "../ports.ts";
import { parseWhere } from "../query/where.ts";
import type { Session } from "../session.ts";
import { exchange } from "./exchange.ts";

/** A request with its matching resource. */
export type ResourceRequest = {
  plan: ElementPlan;
  resource: PlannedResource;
  pathVariables: Record<string, string>;
  call: HubRequest;
  session: Session;
  ports: ElementPorts;
};

/** Runs the resource and those that follow it, each with the result of the previous one. */
export async function runChain(given: ResourceRequest, place: PagePlace | null): Promise<Exchanged> {
  const { plan, resource, pathVariables, call, session, ports } = given;
  requireFilesTaken(resource, call);
  // Objects of the provider have their own `where`.
  const text = resource.isGeneric ? undefined : pagingParameter(call.query, "where");
  const where = text === undefined ? null : { text, parsed: parseWhere(text) };
  let previous: Incoming["previous"] = null;
  let reply: Exchanged | undefined;
  const contents: Incoming["contents"] = new Map();
  for (const [at, link] of resource.chain.entries()) {
    // Later resources cannot use a partially read file.
    reply?.stream?.cancel();
    const { configuration, settings } = session;
    const isLast = link === resource.chain.at(-1);
    // The path of a link is that of the list, which the last resource returns.
    const linked = place?.isPath && !isLast ? { page: place.page, pageSize: place.pageSize } : place;
    const { paging, follows } = pageRequest(linked, call.query, { resource: link, settings });
    const incoming = {
      ...ours(call),
      pathVariables,
      paging,
      place,
      where,
      configuration,
      contents,
      previous,
      idempotencyKey: keyAt(at, call),
    };
    const asStream = call.asStream === true && isLast && isUntouched(link);
    const { signal } = call;
    reply = await exchange({ plan, resource: link, incoming, follows, session, ports, signal, asStream });
    previous = { body: reply.body, headers: reply.headers };
  }
  if (!reply) throw new Error(`${resource.label} has no chain.`);
  return reply;
}

/** Refuses (badRequest) a file that no parameter or hook reads: the provider would get an empty request. */
function requireFilesTaken({ label, chain }: PlannedResource, { form, stream }: HubRequest): void {
  if (stream === undefined && !Object.values(form ?? {}).some(isFilePart)) return;
  if (chain.some((link) => link.isGeneric || link.parameters.takesFiles || link.hooks.before.length > 0)) return;
  throw new Failure(
    "badRequest",
    `${label} takes no file, since none of its parameters is a body or a form. Add one to the resource.`,
  );
}

const keyAt = (at: number, { headers: { "idempotency-key": key } }: HubRequest) =>
  key === undefined || at === 0 ? key : `${key}:${at}`;

/** Whether our code does not need to read its response. */
const isUntouched = ({ hooks, rootKeys, parameters }: PlannedResource) =>
  hooks.after.length === 0 && !rootKeys.response && parameters.readResponse.length === 0;

const ours = ({ method, path, query, headers, body, form, stream }: HubRequest) => ({
  ...{ method, path, query, headers, body },
  ...(form && { form }),
  ...(stream && { stream }),
});
