import type { App } from "#server/context.ts";
import { cutText } from "#server/cut-text.ts";
import { polling } from "#server/element/event-kinds/polling.ts";
import { mayHaveExpired } from "#server/element/pagination/expired-page.ts";
import { atEnd, isUnfinished, newlyRead, restarted, withReported } from "#server/element/polling/advance-cursor.ts";
import {
  changesSince,
  firstCursor,
  isReported,
  type JudgedRow,
  type PollCursor,
} from "#server/element/polling/changes-since.ts";
import type { PollerEntry } from "#server/element/polling/poller-entry.ts";
import { Failure } from "#server/errors.ts";
import { inNotifications } from "#server/event/callback.ts";
import { retryAfterMs } from "#server/event/retry-wait.ts";
import { pluralize } from "#server/pluralize.ts";
import type { OpenInstance } from "#server/store/element-instance/open-instances.ts";
import type { PolledState, PollResult } from "#server/store/poller/polled-resources.ts";
import * as polledResources from "#server/store/poller/polled-resources.ts";
import { assertHeld, type PollLease, PollLost } from "#server/store/poller/pollers.ts";
import { recordEvents } from "../event/record-events.ts";
import { readRows } from "./read-rows.ts";
import { requestPage } from "./request-page.ts";

/** After this many pages the poll pauses until other resources had their turn. */
const MOST_PAGES = 20;
const MOST_REST_MS = 15 * 60_000;

export type Polled = PollResult & {
  /** There are no more pages. */
  isOver: boolean;
  error: string | null;
  eventIds: string[];
};

type Poll = {
  connection: OpenInstance;
  entry: PollerEntry;
  state: PolledState | undefined;
  lease: PollLease;
  now: Date;
  everyMs: number;
};

/**
 * Requests the changes of one resource, page by page, and records them (spec §2.7): the events of a page and the cursor
 * after it are one transaction, so that no event is lost or duplicated wherever this stops.
 *
 * A provider's error is recorded, and the resource is paused for a while; throws PollLost if another process polls it
 * now.
 */
export async function pollResource(app: App, poll: Poll): Promise<Polled> {
  const { connection, entry, state, now } = poll;
  const polled: Polled = { pages: 0, rows: 0, created: 0, updated: 0, isOver: true, error: null, eventIds: [] };
  let cursor = state?.cursor ?? firstCursor(connection.instance.createdAt);
  let saved = cursor;
  try {
    for (;;) {
      const { since, nextPage } = cursor;
      const page = await requestPage(app, connection.instance, entry, { since, nextPage });
      const judged = changesSince(entry, page.rows, cursor, now.getTime());
      cursor = withReported(entry, cursor, { judged, now: now.getTime(), nextPage: page.nextPage });
      const isLast = cursor.nextPage === undefined || cursor.nextPage === nextPage;
      if (isLast) cursor = atEnd(entry, cursor);
      count(polled, newlyRead(saved, judged));
      await save(app, poll, { polled, judged, cursor, requestId: page.requestId });
      saved = cursor;
      if (!isUnfinished(cursor)) break;
      if (polled.pages < MOST_PAGES) continue;
      polled.isOver = false;
      break;
    }
    const problem = problemIn(cursor);
    if (problem !== null) await note(app, poll, problem, 0);
    return { ...polled, error: problem };
  } catch (error) {
    if (error instanceof PollLost) throw error;
    return { ...polled, error: await noteFailure(app, poll, { error, cursor: saved }) };
  }
}

function count(polled: Polled, judged: readonly JudgedRow[]): void {
  const countOf = (verdict: string) => judged.filter((row) => row.verdict === verdict).length;
  polled.pages++;
  polled.rows += judged.length;
  polled.created += countOf("created");
  polled.updated += countOf("updated");
}

type Page = { polled: Polled; judged: JudgedRow[]; cursor: PollCursor; requestId: string };

/**
 * Writes the events of a page ten at a time, the cursor with the last: events of a page that is read again are
 * recognized.
 */
async function save(
  app: App,
  { connection, entry, lease, now }: Poll,
  { polled, judged, cursor, requestId }: Page,
): Promise<void> {
  const { instance, plan } = connection;
  const { pages, rows, created, updated } = polled;
  const { organizationId } = instance;
  const progress = {
    ...lease,
    organizationId,
    resource: entry.resource,
    cursor,
    result: { pages, rows, created, updated },
  };
  const reported = judged.filter(isReported);
  if (reported.length === 0) return polledResources.saveProgress(app.db.pool, progress);
  for (const part of inNotifications(polling.type, reported)) {
    const eventId = await app.state.nextEventId();
    const { eventIds } = await recordEvents(app, {
      instance: { ...instance, elementKey: plan.element.key ?? "" },
      source: polling.type,
      ...(await readRows(app, connection, { entry, rows: part, now, eventId: String(eventId) })),
      eventId,
      requestId,
      within: (client) =>
        part.at(-1) === reported.at(-1) ? polledResources.saveProgress(client, progress) : assertHeld(client, lease),
    });
    polled.eventIds.push(...eventIds);
  }
}

/** Rows that could not be evaluated must not block the others, but must be reported: all of the poll. */
function problemIn({ tally }: PollCursor): string | null {
  if (tally?.isStuck) return SAME_PAGE;
  if (tally?.reason === undefined) return null;
  return `${tally.unreadable} of ${pluralize(tally.rows, "row")} could not be read: ${tally.reason}`;
}

const SAME_PAGE =
  "The provider returned the same page again and again, so further pages were not requested. Check how the element requests pages.";

/**
 * Each consecutive failure doubles the wait, up to a quarter of an hour; a wait that the provider requests is honored.
 */
async function noteFailure(app: App, poll: Poll, { error, cursor }: Stopped): Promise<string> {
  const { state, everyMs, entry, connection } = poll;
  if (!(error instanceof Failure)) {
    app.log.error({ elementInstanceId: connection.instance.id, resource: entry.resource, err: error }, "poll failed");
    await note(app, poll, "The poll failed because of an internal error.", everyMs);
    return "The poll failed because of an internal error.";
  }
  const failures = (state?.failures ?? 0) + 1;
  const requestedWaitMs = retryAfterMs(error.headers["retry-after"], app.now());
  const backOffMs = Math.min(MOST_REST_MS, everyMs * 2 ** Math.min(failures - 1, 20)) * (0.9 + Math.random() * 0.2);
  const message = wordsOf(error);
  const startsOver = cursor.nextPage !== undefined && (mayHaveExpired(error) || failures >= MOST_FAILURES);
  const restMs = Math.max(backOffMs - everyMs / 2, requestedWaitMs);
  await note(app, poll, message, restMs, startsOver ? restarted(cursor) : undefined);
  return message;
}

/** The cursor as it was saved last. */
type Stopped = { error: unknown; cursor: PollCursor };

/** A page is not requested again for ever, whatever the provider replies to a token that has expired. */
const MOST_FAILURES = 5;
const wordsOf = ({ message, providerMessage }: Failure) =>
  providerMessage === undefined ? message : `${message} It said: ${cutText(providerMessage, 500)}`;

const note = (app: App, { lease, connection, entry }: Poll, error: string, restMs: number, cursor?: PollCursor) =>
  polledResources.saveTrouble(app.db.pool, {
    ...lease,
    organizationId: connection.instance.organizationId,
    resource: entry.resource,
    // The column cannot store U+0000.
    error: error.replaceAll("\0", "\ufffd").toWellFormed(),
    restMs,
    cursor,
  });
