import type { Exchanged } from "../hub-response-draft.ts";
import { endsWithShortPage, isWholeList, mayBeBeyondEnd, pageAcrossEnd, unclearEnd } from "../pagination/list-end.ts";
import type { PagePlace } from "../pagination/page-place.ts";
import { type ResourceRequest, runChain } from "./run-chain.ts";

/**
 * Reads the page after another one. A provider may refuse it because the list has ended, but also for other reasons, such
 * as a limit on pages, and then rows would be lost silently. So the list has ended only if that is proven by further
 * pages: one that reaches beyond its end has the right number of rows; or all pages have the same size, whatever is
 * requested, but the last one is shorter. `fullPage`: that size, if the element states it.
 */
export async function readContinued(
  given: ResourceRequest,
  place: PagePlace,
  { fullPage }: { fullPage: number | undefined },
): Promise<Exchanged> {
  try {
    return await runChain(given, place);
  } catch (error) {
    if (given.call.method !== "GET" || !mayBeBeyondEnd(error, place)) throw error;
    if (isWholeList(place)) return emptyPage(await runChain(given, { page: 1, pageSize: place.pageSize }));
    // A refusal of these pages explains less than that of the page that was requested.
    const read = (at: PagePlace) => runChain(given, at).catch(() => undefined);
    const across = pageAcrossEnd(place);
    const reply = across && (await read(across.place));
    const rows = reply && rowsOf(reply);
    if (across && reply && rows === across.rows) return emptyPage(reply);
    // A size that is honored would have shown the end.
    const short = (rows ?? 0) > 0 ? undefined : await shortPage(read, place, fullPage);
    if (short) return emptyPage(short);
    throw unclearEnd(error, place);
  }
}

type Read = (at: PagePlace) => Promise<Exchanged | undefined>;

/** The last page of a list whose pages have a fixed size, if it is shorter. */
async function shortPage(read: Read, refused: PagePlace, fullPage: number | undefined): Promise<Exchanged | undefined> {
  const reply = await read({ page: refused.page - 1, pageSize: refused.pageSize });
  const last = reply && rowsOf(reply);
  if (!last) return undefined;
  if (fullPage !== undefined && endsWithShortPage(refused, { size: fullPage, last })) return reply;
  const first = await read({ page: 1, pageSize: 1 });
  const size = (first && rowsOf(first)) ?? 0;
  return size > 1 && endsWithShortPage(refused, { size, last }) ? reply : undefined;
}

const rowsOf = ({ body, received = 0 }: Exchanged): number | undefined =>
  Array.isArray(body) ? Math.max(body.length, received) : undefined;

const emptyPage = (reply: Exchanged): Exchanged => ({ ...reply, body: [], received: 0, callerHeaders: {} });
