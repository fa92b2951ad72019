import { Failure } from "../../errors.ts";
import type { HubRequest, HubResponse } from "../hub-request.ts";
import { writePageToken } from "../pagination/page-token.ts";
import { pagingParameter } from "../pagination/paging.ts";
import { totalIn } from "../pagination/total.ts";
import type { PlannedResource, Settings } from "../planned.ts";
import { fileHeaders, forwardedHeaders } from "../provider/reply-headers.ts";
import { parseFields, selectFields } from "../query/select-fields.ts";
import { withoutNulls } from "./null-filter.ts";
import { type Page, readPage, sealOf } from "./read-list.ts";
import type { ResourceRequest } from "./run-chain.ts";

/** A call to one resource of the element: its chain, page by page where it is a list, and the reply made of it. */
export async function callResource(given: ResourceRequest): Promise<HubResponse> {
  const { resource, session, ports } = given;
  if (resource.problem) throw new Failure("badRequest", resource.problem);
  if (resource.changes) ports.beforeChange?.();
  if (resource.respond) return resource.respond(given);
  const { settings } = session;
  return writeReply(await readPage(given, settings), given, settings);
}

/**
 * The reply to our caller: nulls and unwanted fields left out, and the headers that describe the list. A file passes
 * through; text keeps its type.
 */
function writeReply(
  { reply, next, total }: Page,
  { call, resource, ports }: ResourceRequest,
  settings: Settings,
): HubResponse {
  const { code, stream, headers: providerHeaders } = reply;
  const { "elements-next-page-token": _, ...headersForCaller } = reply.callerHeaders;
  const headers = forwardedHeaders(headersForCaller);
  if (next) headers["elements-next-page-token"] = writePageToken(next, sealOf({ resource, ports }));
  if (stream) return { code, headers: { ...fileHeaders(reply.headers), ...headers }, providerHeaders, stream };
  const body = shown(reply.body, { call, resource, settings });
  if (Array.isArray(body)) headers["elements-returned-count"] = String(body.length);
  const wantsTotal = ["returnCount", "returnTotalCount"].some((name) => pagingParameter(call.query, name) === "true");
  const known = wantsTotal ? (total ?? totalIn(reply)) : undefined;
  if (known !== undefined) headers["elements-total-count"] = String(known);
  const type = reply.headers["content-type"];
  if (typeof body === "string" && type && !type.includes("json")) headers["content-type"] = type;
  return { code, headers, providerHeaders, body, missingRoot: reply.missingRoot };
}

type Showing = { call: HubRequest; resource: PlannedResource; settings: Settings };

/** Removes nulls and fields that were not requested. */
function shown(body: unknown, { call, resource, settings }: Showing): unknown {
  const kept = settings.dropsNulls ? withoutNulls(body) : body;
  if (!settings.selectsFields || call.method !== "GET" || resource.parameters.queryNames.has("fields")) return kept;
  const named = pagingParameter(call.query, "fields");
  const fields = named === undefined ? settings.defaultFields.get(resource.objectName) : parseFields(named);
  return fields && fields.length > 0 ? selectFields(kept, fields) : kept;
}
