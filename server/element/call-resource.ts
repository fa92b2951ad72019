import { Failure } from "../errors.ts";
import { bareRecord } from "./bare-record.ts";
import { type Exchanged, exchange } from "./exchange.ts";
import type { HubCall, HubReply } from "./hub-call.ts";
import type { Incoming } from "./incoming.ts";
import { withoutNulls } from "./null-filter.ts";
import { orderRows, parseOrderBy } from "./order-by.ts";
import { type PagePlace, writePageToken } from "./page-token.ts";
import { none } from "./pagination/none.ts";
import { asked, askFor, placeAfter, placeOf } from "./paging.ts";
import type { ElementPlan, PlannedResource } from "./plan.ts";
import type { ElementPorts } from "./ports.ts";
import { fileHeaders, tellableHeaders } from "./reply-headers.ts";
import { parseFields, selectFields } from "./select-fields.ts";
import type { Session } from "./session.ts";
import { type Settings, settingsOf } from "./settings.ts";
import { parseWhere } from "./where.ts";

export type ResourceCall = {
  plan: ElementPlan;
  resource: PlannedResource;
  pathVariables: Record<string, string>;
  call: HubCall;
  session: Session;
  ports: ElementPorts;
};

/** Rows that `fetchall` brings together at most. */
const MOST_ROWS = 100_000;

/** What was read of the list: its rows, and where it goes on. */
type Page = { answer: Exchanged; next: PagePlace | undefined; total?: number };

/** A call to one resource of the element: its chain, page by page where it is a list, and the reply made of it. */
export async function callResource(given: ResourceCall): Promise<HubReply> {
  const { plan, resource, call, session } = given;
  if (resource.problem) throw new Failure("badRequest", resource.problem);
  if (resource.resource.type === "formulaAsResource") return callFormula(given);
  const settings = settingsOf(plan, session.configuration);
  const last = resource.chain.at(-1) ?? resource;
  const place = last.paging.isList ? placeOf(call.query, last, settings) : null;
  const page = await readPage(given, { place, last, settings });
  return reply(page, given, settings);
}

type Reading = { place: PagePlace | null; last: PlannedResource; settings: Settings };

async function readPage(given: ResourceCall, { place, last, settings }: Reading): Promise<Page> {
  const { query } = given.call;
  if (!place) {
    const answer = await runChain(given, null);
    return { answer, next: sayNext(answer, settings, last) };
  }
  const wantsAll = asked(query, "fetchall") === "true";
  const { hasPosition, hasSize, isLocal, byHooks } = last.paging;
  const isAsked = ["page", "pageSize", "nextPage"].some((name) => asked(query, name) !== undefined);
  if (isLocal || (!hasPosition && !hasSize && !byHooks)) {
    const answer = await runChain(given, isLocal ? place : null);
    return isLocal || isAsked ? cut(answer, wantsAll ? null : place, { last, query }) : { answer, next: undefined };
  }
  if (wantsAll && hasPosition) return readAll(given, { place, last, settings });
  const answer = await runChain(given, place);
  const next = placeAfter(place, answer, { resource: last, settings });
  return { answer, next: asked(query, "offset") === undefined ? next : undefined };
}

/** A hook may know of a next page where the definition knows of none. */
const sayNext = (answer: Exchanged, settings: Settings, resource: PlannedResource) =>
  answer.told["elements-next-page-token"] === undefined
    ? undefined
    : placeAfter({ page: 1, pageSize: settings.bounds.standard }, answer, { resource, settings });

/** The page of a list that is there as a whole; all of it without a place. */
function cut(
  answer: Exchanged,
  at: PagePlace | null,
  { last, query }: { last: PlannedResource; query: HubCall["query"] },
): Page {
  if (!Array.isArray(answer.body)) return { answer, next: undefined };
  const rows = ordered(answer.body, query);
  const total = rows.length;
  if (!at) return { answer: { ...answer, body: rows }, next: undefined, total };
  const body = rows.slice((at.page - 1) * at.pageSize, at.page * at.pageSize);
  const asking = { at, traits: last.paging, startIndex: 1, count: total, cursor: undefined };
  return { answer: { ...answer, body }, next: none.next(asking), total };
}

const ordered = (rows: unknown[], query: HubCall["query"]): unknown[] => {
  const text = asked(query, "orderBy");
  return text === undefined ? rows : orderRows(rows, parseOrderBy(text));
};

/** `fetchall=true`: every page from the first on, in the largest the provider gives. */
async function readAll(given: ResourceCall, { last, settings }: Reading): Promise<Page> {
  const most = Math.min(settings.bounds.most(last.objectName), last.resource.maxPageSize ?? Number.MAX_SAFE_INTEGER);
  const rows: unknown[] = [];
  let place: PagePlace | undefined = { page: 1, pageSize: Math.min(most, 1000) };
  for (;;) {
    const answer: Exchanged = await runChain(given, place);
    if (!Array.isArray(answer.body)) return { answer, next: undefined };
    for (const row of answer.body) rows.push(row);
    if (rows.length > MOST_ROWS)
      throw new Failure("badRequest", `fetchall: the list has more than ${MOST_ROWS} rows; read it page by page.`);
    place = answer.body.length === 0 ? undefined : placeAfter(place, answer, { resource: last, settings });
    const { "elements-next-page-token": _, ...told } = answer.told;
    if (!place) return { answer: { ...answer, told, body: rows }, next: undefined, total: rows.length };
  }
}

/** Runs the resource and those that follow it, each seeing what the one before produced (contract §3.2). */
export async function runChain(given: ResourceCall, place: PagePlace | null): Promise<Exchanged> {
  const { plan, resource, pathVariables, call, session, ports } = given;
  const text = asked(call.query, "where");
  const where = text === undefined ? null : { text, parsed: parseWhere(text) };
  let previous: Incoming["previous"] = null;
  let answer: Exchanged | undefined;
  for (const link of resource.chain) {
    // What comes after makes nothing of a file that was read halfway.
    answer?.stream?.cancel();
    const { paging, follows } = askFor(place, call.query, {
      resource: link,
      settings: settingsOf(plan, session.configuration),
    });
    const incoming = {
      ...base(call),
      pathVariables,
      paging,
      place,
      where,
      configuration: session.configuration,
      previous,
    };
    answer = await exchange({ plan, resource: link, incoming, follows, session, ports, signal: call.signal });
    previous = { body: answer.body, headers: answer.headers };
  }
  if (!answer) throw new Error(`${resource.label} has no chain.`);
  return answer;
}

const base = ({ method, path, query, headers, body, form, stream }: HubCall) => ({
  ...{ method, path, query, headers, body },
  ...(form && { form }),
  ...(stream && { stream }),
});

function reply({ answer, next, total }: Page, { call, resource }: ResourceCall, settings: Settings): HubReply {
  const { code, stream } = answer;
  const { "elements-next-page-token": _, ...told } = answer.told;
  const headers = tellableHeaders(told);
  if (next) headers["elements-next-page-token"] = writePageToken(next);
  if (stream) return { code, headers: { ...fileHeaders(answer.headers), ...headers }, stream };
  const body = shown(answer.body, { call, resource, settings });
  if (Array.isArray(body)) headers["elements-returned-count"] = String(body.length);
  const wantsTotal = ["returnCount", "returnTotalCount"].some((name) => asked(call.query, name) === "true");
  if (total !== undefined && wantsTotal) headers["elements-total-count"] = String(total);
  const type = answer.headers["content-type"];
  if (typeof body === "string" && type && !type.includes("json")) headers["content-type"] = type;
  return { code, headers, body };
}

type Showing = { call: HubCall; resource: PlannedResource; settings: Settings };

/** Without nulls and fields that were not asked for (contract §3.4). */
function shown(body: unknown, { call, resource, settings }: Showing): unknown {
  const kept = settings.dropsNulls ? withoutNulls(body) : body;
  if (!settings.selectsFields || call.method !== "GET" || resource.parameters.queryNames.has("fields")) return kept;
  const named = asked(call.query, "fields");
  const fields = named === undefined ? settings.defaultFields.get(resource.objectName) : parseFields(named);
  return fields && fields.length > 0 ? selectFields(kept, fields) : kept;
}

/** `formulaAsResource`: the formula answers in place of a provider. */
async function callFormula({ resource, call, pathVariables, ports }: ResourceCall): Promise<HubReply> {
  const { formulaId } = resource.resource;
  if (formulaId === undefined) throw new Failure("badRequest", `${resource.label}: has no formulaId to run.`);
  const { method, path, query, headers, body, form } = call;
  const asking = { method, path, query: { ...query, ...pathVariables }, headers, body: body ?? form ?? null };
  const { code, body: answer } = await ports.formula(formulaId, asking);
  return { code, headers: bareRecord(), body: answer };
}
