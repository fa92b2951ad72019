import { Failure } from "../../errors.ts";
import { parseDataPath, readAt } from "../data-path.ts";
import type { HubRequest } from "../hub-request.ts";
import type { Exchanged } from "../hub-response-draft.ts";
import type { PlannedResource, Settings } from "../planned.ts";
import { nextInLinkHeader } from "./link-header.ts";
import { nextLink } from "./next-link.ts";
import type { PagePlace } from "./page-place.ts";
import { pageSizeOf, wholeNumber } from "./page-size.ts";
import { readPageToken, type Seal } from "./page-token.ts";
import { paginationOf } from "./registry.ts";
import { totalIn } from "./total.ts";

/** A paging parameter of the caller; values by which scripts mean "none" are ignored. */
export function pagingParameter(query: HubRequest["query"], name: string): string | undefined {
  const value = Object.hasOwn(query, name) ? query[name] : undefined;
  const first = (Array.isArray(value) ? value[0] : value)?.trim();
  return first === undefined || first === "" || first === "undefined" || first === "null" ? undefined : first;
}

/**
 * The requested position in the list: by the token of the previous page, which then takes precedence, or by `page`
 * (from 1) and `pageSize`. Refuses (badRequest) an invalid token, page or size.
 */
export function placeOf(query: HubRequest["query"], { resource, settings }: Where, seal: Seal): PagePlace {
  const page = pagingParameter(query, "page");
  // Callers also pass the token as `page` (spec §2.9: "next token or link").
  const token =
    pagingParameter(query, "nextPage") ?? (page !== undefined && !/^-?[\d.]+$/.test(page) ? page : undefined);
  const size = (text: string | undefined) => pageSizeOf(text, resource, settings.bounds);
  if (token !== undefined) {
    const parameter = pagingParameter(query, "nextPage") === undefined ? "page" : "nextPage";
    const place = readPageToken(token, { parameter, seal });
    return { ...place, pageSize: size(String(place.pageSize)) };
  }
  return {
    page: page === undefined ? 1 : wholeNumber(page, "page", 1_000_000_000),
    pageSize: size(pagingParameter(query, "pageSize")),
  };
}

type Where = { resource: PlannedResource; settings: Settings };

/** The request for that position: the values of the paging parameters, or the link to follow: `?query`, or its path. */
export function pageRequest(place: PagePlace | null, query: HubRequest["query"], { resource, settings }: Where) {
  if (!place || !resource.paging.isList) return { paging: {}, follows: undefined };
  const type = paginationOf(resource.resource, settings.paginationType);
  const { cursor, isPath, ...counted } = place;
  const isLink = isPath === true || (cursor?.startsWith("?") ?? false);
  const at: PagePlace = isLink ? counted : place;
  const values = type.valuesFor({ at, traits: resource.paging, startIndex: settings.startIndex });
  const size = resource.paging.isLocal ? undefined : String(place.pageSize);
  return {
    paging: {
      ...{ nextPage: at.cursor, ...values },
      ...(isLink && { page: undefined, offset: undefined }),
      // An application that counts rows itself does its own paging.
      ...(pagingParameter(query, "offset") !== undefined && { offset: pagingParameter(query, "offset") }),
      pageSize: size,
    },
    follows: isLink ? cursor : undefined,
  };
}

const HEADER = "elements-next-page-token";

/** The position of the next page according to the response; undefined after the last page. */
export function placeAfter(place: PagePlace, reply: Exchanged, { resource, settings }: Where): PagePlace | undefined {
  const { body, raw, headers } = reply;
  const token = reply.callerHeaders[HEADER];
  if (token !== undefined) {
    // A hook that counts pages or rows sets a token after the last row, too.
    const isCounted = /^\d+$/.test(token) || token === place.cursor;
    if (token === "" || (isCounted && Array.isArray(body) && body.length === 0)) return undefined;
    return { page: place.page + 1, pageSize: place.pageSize, cursor: bounded(token) };
  }
  if (!Array.isArray(body)) return undefined;
  const { nextPageKey } = resource.resource;
  const found = nextPageKey ? readCursor(nextPageKey, { headers, body: raw }) : undefined;
  const isLink = found !== undefined && resource.paging.followsLinks;
  const type = paginationOf(resource.resource, settings.paginationType);
  const { startIndex } = settings;
  return type.next({
    at: place,
    traits: resource.paging,
    startIndex,
    count: Math.max(body.length, reply.received ?? 0),
    cursor: isLink
      ? nextLink(bounded(found), reply.address, resource.paging)
      : found === undefined
        ? undefined
        : { cursor: bounded(found) },
    total: () => totalIn(reply),
  });
}

/** `header:<name>`, where `Link` means its rel="next" (RFC 8288), or a path into the body. */
function readCursor(key: string, reply: Pick<Exchanged, "headers" | "body">): string | undefined {
  const header = /^headers?:(.+)$/i.exec(key)?.[1]?.trim().toLowerCase();
  const value = header === undefined ? readAt(reply.body, parseDataPath(key)) : reply.headers[header];
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).trim();
  const next = header === "link" ? nextInLinkHeader(text) : text;
  return next || undefined;
}

/** Longer than any URL may be: such a token could not be sent back. */
function bounded(cursor: string): string {
  if (cursor.length <= 8192) return cursor;
  throw new Failure("badGateway", "The provider's reference to the next page is longer than 8,192 characters.", {
    isPermanent: true,
  });
}
