import type { Exchanged } from "../hub-response-draft.ts";
import { isWholeList, mayBeBeyondEnd, pageAcrossEnd } from "../pagination/list-end.ts";
import type { PagePlace } from "../pagination/page-place.ts";
import { type ResourceRequest, runChain } from "./run-chain.ts";

/**
 * Reads the page after another one. A provider may refuse it because the list has ended, but also for other reasons, such
 * as a limit on pages, and then rows would be lost silently. So the list has ended only if a page that reaches beyond its
 * end, which is read as well, has the right number of rows.
 */
export async function readContinued(given: ResourceRequest, place: PagePlace): Promise<Exchanged> {
  try {
    return await runChain(given, place);
  } catch (error) {
    if (given.call.method !== "GET" || !mayBeBeyondEnd(error, place)) throw error;
    if (isWholeList(place)) return emptyPage(await runChain(given, { page: 1, pageSize: place.pageSize }));
    const across = pageAcrossEnd(place);
    // A refusal of this page explains less than that of the page that was requested.
    const reply = across && (await runChain(given, across.place).catch(() => undefined));
    if (!across || !reply || rowsOf(reply) !== across.rows) throw error;
    return emptyPage(reply);
  }
}

const rowsOf = ({ body, received = 0 }: Exchanged): number | undefined =>
  Array.isArray(body) ? Math.max(body.length, received) : undefined;

const emptyPage = (reply: Exchanged): Exchanged => ({ ...reply, body: [], received: 0, callerHeaders: {} });
