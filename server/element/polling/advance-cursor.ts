import { Failure } from "../../errors.ts";
import { stepTo, withPage } from "../pagination/page-trail.ts";
import {
  firstCursor,
  hasWindow,
  isBefore,
  isDated,
  isReported,
  isTaken,
  type JudgedRow,
  MOST_SEEN,
  type PollCursor,
  type Tally,
} from "./changes-since.ts";
import type { PollerEntry } from "./poller-entry.ts";
import { digestOf } from "./row-digest.ts";

/** How long late rows are awaited, and rows that a provider returns in no order. */
const OVERLAP_MS = 120_000;
/** A provider whose pages never agree is polled all the same. */
const MOST_PASSES = 5;
/** So many times in a row a page may be the same as the one before, since rows move: another provider ignores its number. */
const MOST_REPEATS = 3;

/**
 * The cursor from which everything is reported again: changes since this time, or all rows if they have no date. Null is
 * that of a resource that was never polled. Refuses (badRequest) a time for rows without dates.
 */
export function resetCursorOf(
  entry: PollerEntry,
  { from, startsAt, cursor }: { from: Date | undefined; startsAt: Date; cursor: PollCursor | null },
): PollCursor | null {
  if (isDated(entry)) return from ? firstCursor(from) : null;
  if (!from) return { ...firstCursor(startsAt), isLearning: false, revision: (cursor?.revision ?? 0) + 1 };
  throw new Failure(
    "badRequest",
    `from: the resource ${entry.resource} has no dates. Leave from out: each row becomes an event again.`,
    { field: "from" },
  );
}

/** The position of a poll that starts over: what it reported until then stays known. */
export function restarted({ nextPage: _, trail: __, read: ___, ...cursor }: PollCursor): PollCursor {
  return cursor;
}

/** The cursor after these rows were reported; the same poll continues at `nextPage`. */
export function withReported(
  entry: PollerEntry,
  cursor: PollCursor,
  { judged, now, nextPage }: { judged: readonly JudgedRow[]; now: number; nextPage?: string | undefined },
): PollCursor {
  // A map, because an id may equal a name that every object has.
  const seen = new Map(Object.entries(cursor.seen));
  let newest = cursor.newest !== null && cursor.newest > now ? null : cursor.newest;
  for (const row of judged) {
    if (row.id !== null && isTaken(row)) seen.set(row.id, row.version);
    // A date in the future says nothing about the others; the row is read again when its time has come.
    if (row.date && row.date.from <= now && (isTaken(row) || row.verdict === "known"))
      newest = Math.max(newest ?? row.date.from, row.date.from);
  }
  const { nextPage: before, read, trail, ...rest } = cursor;
  const { recheck } = cursor;
  const wasThere = ({ date }: JudgedRow) => !recheck || (date !== null && isBefore(entry, date.to, recheck.until));
  const page = pageAfter(cursor, judged);
  const way = nextPage === undefined ? undefined : withPage(trail, stepTo(nextPage, judged.length === 0));
  const isEndless = way !== undefined && "problem" in way;
  const isStuck = isEndless || page.repeats > MOST_REPEATS;
  return {
    ...rest,
    newest,
    page,
    revision: (cursor.revision ?? 0) + 1,
    tally: { ...tallied(cursor, judged), ...(isStuck && { isStuck }) },
    seen: Object.fromEntries(seen),
    ...(judged.some((row) => isReported(row) && wasThere(row)) && { hasMissed: true }),
    ...((nextPage ?? before) !== undefined && { isPaged: true }),
    ...(nextPage !== undefined && !isStuck && { nextPage, ...readUpTo(before === undefined ? [] : read, judged) }),
    ...(way && !isEndless && !isStuck && { trail: way }),
  };
}

/** The ids that may come again on a later page; more than are remembered need not be recognized. */
function readUpTo(read: readonly string[] = [], judged: readonly JudgedRow[]): Pick<PollCursor, "read"> {
  const own = judged.flatMap(({ id, date, verdict }) =>
    id !== null && date === null && verdict !== "overflow" ? id : [],
  );
  return read.length + own.length === 0 ? {} : { read: [...new Set([...read, ...own])] };
}

function pageAfter({ nextPage, page }: PollCursor, judged: readonly JudgedRow[]): NonNullable<PollCursor["page"]> {
  const digest = digestOf(judged.map(({ row }) => row));
  const isSame = nextPage !== undefined && judged.length > 0 && digest === page?.digest;
  return { digest, repeats: isSame ? page.repeats + 1 : 0 };
}

/** A poll begins with the first page. */
function tallied(cursor: PollCursor, judged: readonly JudgedRow[]): Tally {
  const { rows, unreadable, reason, ...more } = (isUnfinished(cursor) && cursor.tally) || { rows: 0, unreadable: 0 };
  const read = newlyRead(cursor, judged);
  const odd = read.filter(({ verdict }) => verdict === "unreadable" || verdict === "overflow");
  const why = reason ?? odd[0]?.reason;
  return {
    ...more,
    rows: rows + read.length,
    unreadable: unreadable + odd.length,
    ...(why !== undefined && { reason: why }),
  };
}

/** The rows that count: not again those of pages that are read again. */
export const newlyRead = (cursor: PollCursor, judged: readonly JudgedRow[]): readonly JudgedRow[] =>
  isRepeating(cursor) ? judged.filter(isReported) : judged;

/** More is to be requested at once: the next page, or all pages again. */
export const isUnfinished = (cursor: PollCursor): boolean => cursor.nextPage !== undefined || isRepeating(cursor);

const isRepeating = ({ recheck }: PollCursor): boolean => recheck !== undefined && recheck.passes > 0;

/**
 * The cursor after the last page: changes are requested from the newest one on, less a window for late rows. It never
 * moves back, and past several pages only once they were read again.
 */
export function atEnd(entry: PollerEntry, cursor: PollCursor): PollCursor {
  const { nextPage: _, page: __, trail: ___, read: ____, isPaged, hasMissed, recheck, ...rest } = cursor;
  const ended: PollCursor = { ...rest, isLearning: false };
  if (!hasWindow(entry)) return ended;
  const until = Math.max(cursor.since, (cursor.newest ?? cursor.since) - OVERLAP_MS);
  const { passes, until: checked } = recheck ?? { passes: 0, until };
  const isChecked = !hasMissed || passes >= MOST_PASSES;
  const since = !isPaged ? until : isChecked ? Math.max(cursor.since, Math.min(until, checked)) : cursor.since;
  if (since === until) return startingAt(entry, ended, Math.max(since, boundedSince(ended)));
  return { ...startingAt(entry, ended, since), recheck: { until, passes: isChecked ? 0 : passes + 1 } };
}

/** The cursor without the rows that are not requested from this time on. */
function startingAt(entry: PollerEntry, cursor: PollCursor, since: number): PollCursor {
  const kept = datesOf(cursor).filter(([, at]) => !isBefore(entry, at, since));
  return { ...cursor, since, seen: Object.fromEntries(kept) };
}

/** Rows of a resource that is filtered by date are remembered by their dates. */
const datesOf = ({ seen }: PollCursor) => Object.entries(seen) as [string, number][];

/** The start from which as many rows remain as may be remembered, whole instants at a time. */
function boundedSince(cursor: PollCursor): number {
  const rows = datesOf(cursor);
  if (rows.length <= MOST_SEEN) return Number.NEGATIVE_INFINITY;
  const times = rows.map(([, at]) => at).sort((a, b) => b - a);
  const newest = times[0] as number;
  const first = times[MOST_SEEN] as number;
  return Math.min(newest, first + 1);
}
