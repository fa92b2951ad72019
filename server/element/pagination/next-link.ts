import { Failure } from "../../errors.ts";
import type { ListAddress, PagePlace } from "./page-place.ts";
import type { PagingTraits } from "./traits.ts";

type Reference = Pick<PagePlace, "cursor" | "isPath">;

const ABSOLUTE = /^https?:\/\//i;

/**
 * The reference to the next page as a place: its text where a parameter takes it, else a link, resolved against the
 * request's address (RFC 3986).
 * A link to the same path, also behind a gateway that calls the path by another name, is followed by its query only.
 * Other paths are followed on the resource's own origin, if the link names that host.
 */
export function nextLink(text: string, { sent, own }: ListAddress, { takesCursor, byHooks }: PagingTraits): Reference {
  const link = urlOf(text, sent);
  const list = urlOf(own, sent);
  const asText = { cursor: text };
  if (!link || !list || text.startsWith("?")) return asText;
  const isSame = lastPart(link) === lastPart(list);
  const hasQuery = link.search.length > 1;
  if (!isLink(text) && !(hasQuery && isSame) && (takesCursor || !looksRelative(text))) return asText;
  if (ABSOLUTE.test(text) && byHooks && !hasQuery) return asText;
  if (!ABSOLUTE.test(text) && takesCursor && !hasQuery && !link.pathname.startsWith(`${list.pathname}/`)) return asText;
  if (hasQuery && (isSame || link.hostname !== list.hostname)) return { cursor: link.search };
  if (link.hostname !== list.hostname || link.pathname === list.pathname) return asText;
  return { cursor: link.pathname + link.search, isPath: true };
}

const isLink = (text: string) => ABSOLUTE.test(text) || text.startsWith("/");
const looksRelative = (text: string) => /[/?]/.test(text);

/** The name of a list in its path, without an extension such as `.json`. */
const lastPart = ({ pathname }: URL) =>
  pathname
    .replace(/\/+$/, "")
    .split("/")
    .at(-1)
    ?.replace(/\.\w+$/, "");

function urlOf(text: string, base: string): URL | undefined {
  return URL.canParse(text, base) ? new URL(text, base) : undefined;
}

/** Refuses (badGateway) a reference to the next page that nothing takes: the first page would be requested again. */
export function requireFollowable({ cursor, isPath }: Reference, { takesCursor }: PagingTraits, own: string): void {
  if (cursor === undefined || isPath || takesCursor || cursor.startsWith("?")) return;
  const link = ABSOLUTE.test(cursor) ? urlOf(cursor, cursor) : undefined;
  const why = !link
    ? 'is no link, and no parameter takes it. Map "nextPage" to a parameter of the provider'
    : link.hostname === urlOf(own, own)?.hostname
      ? "leads back to the beginning of the list"
      : `leads to another host (${link.host}), which is not called`;
  throw new Failure("badGateway", `The provider's reference to the next page ${why}.`, { isPermanent: true });
}
