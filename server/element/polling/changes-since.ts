import { sha256 } from "@noble/hashes/sha2.js";
import { Failure } from "../../errors.ts";
import { asText } from "../bare-record.ts";
import { base64Url } from "../base64.ts";
import { readField } from "../data-path.ts";
import type { Moment } from "./date-pattern.ts";
import type { DateField, PollerEntry } from "./poller-entry.ts";

/**
 * The progress of polling one resource. Times in milliseconds.
 *
 * `since`: older rows have been reported; changes are requested from here. `newest` is the latest change seen that
 * is not in the future. `seen` has each row from `since` on by its id, with the reported version: its date, or a digest if there is none.
 */
export type PollCursor = {
  since: number;
  newest: number | null;
  seen: Record<string, string | number>;
  /** The first poll only records existing rows: rows without dates are not reported. */
  isLearning: boolean;
  /** The next page, if the poll is not over. */
  nextPage?: string;
  /** How many pages were saved. The same page has the same one, also if it is read again after a crash. */
  revision?: number;
  /** What the pages of the last poll had. */
  tally?: Tally;
};

/** How many rows were read, and how many could not be; why the first of those could not. */
export type Tally = { rows: number; unreadable: number; reason?: string };

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
export function restarted({ nextPage: _, ...cursor }: PollCursor): PollCursor {
  return cursor;
}

/** Why a row is reported or not. */
export type Verdict = "created" | "updated" | "older" | "known" | "learnt" | "delayed" | "unreadable" | "overflow";

export type JudgedRow = {
  verdict: Verdict;
  /** A sentence for people. */
  reason: string;
  id: string | null;
  row: unknown;
  version: string | number;
  date: Moment | null;
  /** That of the cursor. */
  revision: number;
};

/** How long late rows are awaited, and rows that a provider returns in no order. */
const OVERLAP_MS = 120_000;
/** Beyond this number, rows are not remembered individually. */
const MOST_SEEN = 10_000;

/** The cursor of a resource that was never polled: it starts at the instance's creation. */
export const firstCursor = (startsAt: Date): PollCursor => ({
  since: startsAt.getTime(),
  newest: null,
  seen: {},
  isLearning: true,
});

/** Compares the rows of a poll, in order, with a cursor (spec §2.7). `now` in milliseconds. */
export function changesSince(
  entry: PollerEntry,
  rows: readonly unknown[],
  cursor: PollCursor,
  now: number,
): JudgedRow[] {
  const seen = new Map<string, string | number>();
  return rows.map((row) => {
    const judged = judge(entry, row, cursor, { now, seen });
    if (judged.id !== null && isTaken(judged)) seen.set(judged.id, judged.version);
    return judged;
  });
}

/** A row that becomes part of an event. */
export const isReported = ({ verdict }: JudgedRow): boolean => verdict === "created" || verdict === "updated";

/** A row to remember: it was reported now, or need not be. */
const isTaken = (row: JudgedRow) => isReported(row) || row.verdict === "learnt";

type Beside = { now: number; seen: ReadonlyMap<string, string | number> };

function judge(entry: PollerEntry, row: unknown, cursor: PollCursor, { now, seen }: Beside): JudgedRow {
  const id = idOf(entry, row);
  const field = entry.updated ?? entry.created;
  const date = field && dateOf(row, field);
  const version = date ? date.to : digestOf(row);
  const { revision = 0 } = cursor;
  const judge = (verdict: Verdict, reason: string): JudgedRow => ({
    verdict,
    reason,
    id,
    row,
    version,
    date,
    revision,
  });
  if (id === null) return judge("unreadable", `idField: the row has no ${entry.id.name}.`);
  if (field && !date) return judge("unreadable", `The date ${field.name} is missing or cannot be read.`);
  const known = seen.get(id) ?? (Object.hasOwn(cursor.seen, id) ? cursor.seen[id] : undefined);
  // Also an earlier date is a change: a provider's clock that ran ahead was corrected.
  if (known === version) return judge("known", "This change was already reported.");
  if (date && (hasWindow(entry) || cursor.isLearning)) {
    // A date is only as precise as its pattern: midnight may be any time of that day.
    const start = Math.floor(cursor.since / unitOf(entry)) * unitOf(entry);
    if (date.to < start)
      return judge(hasWindow(entry) ? "older" : "learnt", `It changed before ${new Date(start).toISOString()}.`);
  }
  if (date && entry.delayMs > 0 && date.from > now - entry.delayMs)
    return judge("delayed", `pollDelay: it is reported once it is ${entry.delayMs / 1000} s old.`);
  if (!date && cursor.isLearning) return judge("learnt", "It was there before the first poll.");
  if (!hasWindow(entry) && known === undefined && Object.keys(cursor.seen).length + seen.size >= MOST_SEEN)
    return judge(
      "overflow",
      `Without dates to go by, at most ${MOST_SEEN.toLocaleString("en-US")} rows can be watched.`,
    );
  return isCreated(entry, row, date, known) ? judge("created", "It was created.") : judge("updated", "It was changed.");
}

/** Rows are sorted by date, so those before the cursor need not be remembered. */
export const hasWindow = (entry: PollerEntry): boolean => entry.filtersByDate && isDated(entry);

const isDated = ({ updated, created }: PollerEntry): boolean => (updated ?? created) !== null;

const unitOf = ({ updated, created }: PollerEntry): number => (updated ?? created)?.pattern.unit ?? 1;

/** A row that was never reported: created and updated at about the same time, or without such dates. */
function isCreated({ updated, created, toleranceMs }: PollerEntry, row: unknown, date: Moment | null, known: unknown) {
  if (known !== undefined) return false;
  if (!date || !updated) return true;
  const createdAt = created && dateOf(row, created);
  return createdAt !== null && Math.abs(date.from - createdAt.from) <= toleranceMs;
}

function idOf({ id: { name, path } }: PollerEntry, row: unknown): string | null {
  const value = readField(row, name, path);
  return value === undefined || value === null || value === "" ? null : asText(value);
}

const dateOf = (row: unknown, { name, path, pattern, zone }: DateField): Moment | null =>
  pattern.read(readField(row, name, path), zone);

const digestOf = (row: unknown): string =>
  base64Url(sha256(new TextEncoder().encode(JSON.stringify(row) ?? "")).slice(0, 12));

/** The cursor after these rows were reported; the same poll continues at `nextPage`. */
export function withReported(
  cursor: PollCursor,
  judged: readonly JudgedRow[],
  { now, nextPage }: { now: number; nextPage?: string | undefined },
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
  const { nextPage: _, ...rest } = cursor;
  const tally = tallied(cursor, judged);
  const revision = (cursor.revision ?? 0) + 1;
  return {
    ...rest,
    newest,
    revision,
    tally,
    seen: Object.fromEntries(seen),
    ...(nextPage !== undefined && { nextPage }),
  };
}

/** A poll begins with the first page. */
function tallied({ nextPage, tally: before }: PollCursor, judged: readonly JudgedRow[]): Tally {
  const { rows, unreadable, reason } = (nextPage !== undefined && before) || { rows: 0, unreadable: 0 };
  const odd = judged.filter(({ verdict }) => verdict === "unreadable" || verdict === "overflow");
  const why = reason ?? odd[0]?.reason;
  return {
    rows: rows + judged.length,
    unreadable: unreadable + odd.length,
    ...(why !== undefined && { reason: why }),
  };
}

/**
 * The cursor after the last page: changes are requested from the newest one on, less a window for late rows. It never
 * moves back.
 */
export function atEnd(entry: PollerEntry, cursor: PollCursor): PollCursor {
  const { nextPage: _, ...rest } = cursor;
  if (!hasWindow(entry)) return { ...rest, isLearning: false };
  const { newest } = cursor;
  const wanted = newest === null ? cursor.since : Math.max(cursor.since, newest - OVERLAP_MS);
  const rows = Object.entries(cursor.seen) as [string, number][];
  const since = Math.max(wanted, boundedSince(rows));
  const start = Math.floor(since / unitOf(entry)) * unitOf(entry);
  return { ...rest, since, seen: Object.fromEntries(rows.filter(([, at]) => at >= start)), isLearning: false };
}

/** The start from which as many rows remain as may be remembered, whole instants at a time. */
function boundedSince(rows: [string, number][]): number {
  if (rows.length <= MOST_SEEN) return Number.NEGATIVE_INFINITY;
  const times = rows.map(([, at]) => at).sort((a, b) => b - a);
  const newest = times[0] as number;
  const first = times[MOST_SEEN] as number;
  return Math.min(newest, first + 1);
}

/**
 * The identity of a change, as long as events are stored. A row without a date may return to what it was before, which
 * is another change.
 */
export const dedupKeyOf = ({ resource }: PollerEntry, { id, version, date, revision }: JudgedRow): string =>
  date ? `${resource}:${id}:${version}` : `${resource}:${id}:${version}:${revision}`;
