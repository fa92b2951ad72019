import { Failure } from "../../errors.ts";
import type { HubRequest } from "../hub-request.ts";
import type { Exchanged } from "../hub-response-draft.ts";
import { mayHaveExpired } from "../pagination/expired-page.ts";
import { none } from "../pagination/none.ts";
import type { PagePlace } from "../pagination/page-place.ts";
import { fullPageOf, MAX_PAGE_SIZE } from "../pagination/page-size.ts";
import type { Seal } from "../pagination/page-token.ts";
import { createPageTrail } from "../pagination/page-trail.ts";
import { pagingParameter, placeAfter, placeOf } from "../pagination/paging.ts";
import { paginationOf } from "../pagination/registry.ts";
import type { PlannedResource, Settings } from "../planned.ts";
import { notNarrowed, type OwnNarrowing, ownNarrowing, tooLongToNarrow } from "./own-narrowing.ts";
import { readContinued } from "./read-continued.ts";
import { type ResourceRequest, runChain } from "./run-chain.ts";

/** The maximum number of rows of `fetchall`. */
const MOST_ROWS = 100_000;

/** The rows, and the position of the next page; `total` if all rows are known. */
export type Page = { reply: Exchanged; next: PagePlace | undefined; total?: number };

/**
 * Reads the requested page of a resource. A list that the provider cannot page is fetched as a whole and cut here, also
 * if the definition has no paging parameters.
 */
export async function readPage(given: ResourceRequest, settings: Settings): Promise<Page> {
  const { query } = given.call;
  const last = given.resource.chain.at(-1) ?? given.resource;
  const { isList, hasPosition, isLocal, isWhole } = last.paging;
  const reading = { last, settings };
  if (!isList) {
    const reply = await runChain(given, null);
    return { reply, next: nextByHook(reply, reading) };
  }
  const place = placeOf(query, { resource: last, settings }, sealOf(given));
  const wantsAll = pagingParameter(query, "fetchall") === "true";
  const isNarrowed = query.where !== undefined || query.orderBy !== undefined;
  const own = isNarrowed ? ownNarrowing(given.resource, given.call) : undefined;
  const complete = own ? { ...given, call: own.call } : given;
  if (isWhole) {
    const reply = await runChain(complete, isLocal ? place : null);
    const isPositioned = PAGING.some((name) => pagingParameter(query, name) !== undefined);
    const rows = Array.isArray(reply.body) && own ? { ...reply, body: own.apply(reply.body) } : reply;
    if (!isLocal && !isPositioned) return { reply: rows, next: undefined };
    return cut(rows, wantsAll || given.call.narrowsHere === "all" ? null : place, last);
  }
  if (own) return readNarrowed(complete, own, { reading, place, wantsAll });
  if (wantsAll && hasPosition) return readAll(given, reading);
  const isFirst = place.page === 1 || place.cursor !== undefined;
  if (!isFirst && given.call.method === "GET" && isByCursor(reading)) return walkTo(place, given, reading);
  const reply = isContinued(query)
    ? await readContinued(given, place, { fullPage: fullPageOf(last, settings.bounds) })
    : await runChain(given, place);
  const next = placeAfter(place, reply, { resource: last, settings });
  return { reply, next: pagingParameter(query, "offset") === undefined ? next : undefined };
}

/** Whether the caller continues a list by the token of the page before, instead of asking for a page by its number. */
const isContinued = (query: HubRequest["query"]): boolean =>
  pagingParameter(query, "nextPage") !== undefined || !/^\d+$/.test(pagingParameter(query, "page") ?? "1");

/** The seal of links to further pages of this list of the element instance. */
export const sealOf =
  ({ resource, ports }: Pick<ResourceRequest, "resource" | "ports">): Seal =>
  (path) =>
    ports.seal(`${resource.label}\n${path}`);

/** The maximum number of rows that are narrowed here. */
const MOST_NARROWED = 5000;

/** Refuses (badRequest) callers that did not ask for it, and lists that are too long. */
async function readNarrowed(
  given: ResourceRequest,
  own: OwnNarrowing,
  { reading, place, wantsAll }: { reading: Reading; place: PagePlace; wantsAll: boolean },
): Promise<Page> {
  const { narrowsHere } = given.call;
  if (!wantsAll && !narrowsHere) throw notNarrowed(own, given.resource);
  const limit = wantsAll ? {} : { most: MOST_NARROWED, refused: () => tooLongToNarrow(own, MOST_NARROWED) };
  const { reply } = await readAll(given, reading, limit);
  if (!Array.isArray(reply.body)) return { reply, next: undefined };
  return cut({ ...reply, body: own.apply(reply.body) }, wantsAll || narrowsHere === "all" ? null : place, reading.last);
}

/** The maximum number of pages that are read to find one that cannot be requested directly. */
const MOST_STEPS = 50;

/** Paging is left to hooks that do it themselves. */
const isByCursor = ({ last, settings }: Reading): boolean =>
  (last.resource.nextPageKey !== undefined || last.paging.hasNextPage) &&
  paginationOf(last.resource, settings.paginationType).isSequential === true;

/**
 * `page=n` where only the page before names the next one: the list is read from its beginning, or from the closest page
 * that was found within the last minute. Refuses (badRequest) pages beyond the 50th. A page after the last is empty.
 */
async function walkTo(wanted: PagePlace, given: ResourceRequest, { last, settings }: Reading): Promise<Page> {
  if (wanted.page > MOST_STEPS)
    throw new Failure(
      "badRequest",
      `page: this list can be read by page number up to page ${MOST_STEPS}. Use nextPage, the value of the header elements-next-page-token.`,
    );
  const { pages } = given.ports;
  const list = listOf(given.call, wanted.pageSize);
  const first: PagePlace = { page: 1, pageSize: wanted.pageSize };
  const known = pages?.closest(list, wanted.page);
  if (!known) return walkFrom(first);
  try {
    return await walkFrom(known);
  } catch (error) {
    if (!(error instanceof Failure) || !mayHaveExpired(error)) throw error;
    // The provider no longer accepts an old cursor.
    pages?.forget(list);
    return walkFrom(first);
  }

  async function walkFrom(start: PagePlace): Promise<Page> {
    const follow = createPageTrail();
    for (let place = start; ; ) {
      const reply: Exchanged = await runChain(given, place);
      const next = placeAfter(place, reply, { resource: last, settings });
      if (next) pages?.keep(list, next);
      if (place.page === wanted.page || !Array.isArray(reply.body)) return { reply, next };
      if (!next) return { reply: { ...reply, body: [] }, next: undefined };
      follow({ cursor: next.cursor, isEmpty: reply.body.length === 0 });
      place = next;
    }
  }
}

/** The identity of a list: the whole request except for the page, and its caller. */
function listOf({ path, query, headers }: HubRequest, pageSize: number): string {
  const { page: _page, nextPage: _next, ...narrowing } = query;
  const { authorization: _who, ...sent } = headers;
  return JSON.stringify([path, pageSize, Object.entries(narrowing).sort(), Object.entries(sent).sort()]);
}

const PAGING = ["page", "pageSize", "nextPage"];

type Reading = { last: PlannedResource; settings: Settings };

/** A hook may set a next page although the definition does not describe one. */
const nextByHook = (reply: Exchanged, { last, settings }: Reading) =>
  reply.callerHeaders["elements-next-page-token"] === undefined
    ? undefined
    : placeAfter({ page: 1, pageSize: settings.bounds.standard }, reply, { resource: last, settings });

/** The page of a complete list; the whole list without a place. */
function cut(reply: Exchanged, at: PagePlace | null, last: PlannedResource): Page {
  if (!Array.isArray(reply.body)) return { reply, next: undefined };
  const rows = reply.body;
  const total = rows.length;
  if (!at) return { reply, next: undefined, total };
  const body = rows.slice((at.page - 1) * at.pageSize, at.page * at.pageSize);
  const asking = { at, traits: last.paging, startIndex: 1, count: total, cursor: undefined, total: () => total };
  return { reply: { ...reply, body }, next: none.next(asking), total };
}

const tooManyRows = () =>
  new Failure("badRequest", `fetchall: the list has more than ${MOST_ROWS} rows; read it page by page.`);

/** `fetchall=true`: every page from the first on, in the largest the provider gives. */
async function readAll(
  given: ResourceRequest,
  { last, settings }: Reading,
  { most: mostRows = MOST_ROWS, refused = tooManyRows } = {},
): Promise<Page> {
  const most = Math.min(settings.bounds.most(last.objectName), last.resource.maxPageSize ?? MAX_PAGE_SIZE);
  const rows: unknown[] = [];
  const follow = createPageTrail();
  let place: PagePlace | undefined = { page: 1, pageSize: Math.min(most, 1000) };
  for (;;) {
    const reply: Exchanged = await readContinued(given, place, { fullPage: fullPageOf(last, settings.bounds) });
    if (!Array.isArray(reply.body)) return { reply, next: undefined };
    for (const row of reply.body) rows.push(row);
    if (rows.length > mostRows) throw refused();
    place = placeAfter(place, reply, { resource: last, settings });
    if (!place) return { reply: { ...reply, body: rows }, next: undefined, total: rows.length };
    follow({ cursor: place.cursor, isEmpty: reply.body.length === 0 });
  }
}
