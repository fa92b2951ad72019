import { asText } from "../bare-record.ts";
import { readField } from "../data-path.ts";
import type { PageTrail } from "../pagination/page-trail.ts";
import type { Moment } from "./date-pattern.ts";
import type { DateField, PollerEntry } from "./poller-entry.ts";
import { digestOf, hasDigest } from "./row-digest.ts";

/**
 * The progress of polling one resource. Times in milliseconds.
 *
 * `since`: older rows have been reported; changes are requested from here. `newest` is the latest change seen that is
 * not in the future. `seen` has each row from `since` on by its id, with the reported version: its date, or a digest if
 * there is none.
 */
export type PollCursor = {
  since: number;
  newest: number | null;
  seen: Record<string, string | number>;
  /** The first poll only records existing rows: rows without dates are not reported. */
  isLearning: boolean;
  /** The next page, if the poll is not over. */
  nextPage?: string;
  /** The ids of the rows without dates on the pages before it. */
  read?: string[];
  /** How many pages were saved. The same page has the same one, also if it is read again after a crash. */
  revision?: number;
  /** The count of the rows of the last poll. */
  tally?: Tally;
  /** The digest of the last page, and how many pages before it in a row were the same. */
  page?: { digest: string; repeats: number };
  /** The way over the pages of this pass, which ends where it repeats. */
  trail?: PageTrail;
  /** There was more than one page. */
  isPaged?: boolean;
  /** Whether this pass over the pages found changes that an earlier one should have found; for the first pass, any changes. */
  hasMissed?: boolean;
  recheck?: Recheck;
};

/**
 * While several pages are read, a row that changes or is deleted moves those behind it, and one may move past the page
 * that is read next. So they are read again, until a pass finds nothing that those before should have found.
 */
export type Recheck = {
  /** Where the changes begin that need not have been there before; `since` after such a pass. */
  until: number;
  /** The passes that follow each other at once; 0: the next one may wait for the next poll. */
  passes: number;
};

/**
 * How many rows were read, and how many could not be; why the first of those could not. `isStuck`: the provider returned
 * the same page again and again.
 */
export type Tally = { rows: number; unreadable: number; reason?: string; isStuck?: boolean };

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
  /** The revision of the cursor. */
  revision: number;
};

/** Beyond this number, rows are not remembered individually. */
export const MOST_SEEN = 10_000;

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
  const onPage = new Set<string>();
  const before = new Set(cursor.nextPage === undefined ? [] : cursor.read);
  return rows.map((row) => {
    const judged = judge(entry, row, cursor, { now, seen, before, onPage });
    if (judged.id !== null && isTaken(judged)) seen.set(judged.id, judged.version);
    if (judged.id !== null) onPage.add(judged.id);
    return judged;
  });
}

/** A row that becomes part of an event. */
export const isReported = ({ verdict }: JudgedRow): boolean => verdict === "created" || verdict === "updated";

/** A row to remember: it was reported now, or need not be. */
export const isTaken = (row: JudgedRow) => isReported(row) || row.verdict === "learnt";

type Beside = {
  now: number;
  seen: ReadonlyMap<string, string | number>;
  /** The ids on earlier pages of this poll. */
  before: ReadonlySet<string>;
  onPage: ReadonlySet<string>;
};

function judge(entry: PollerEntry, row: unknown, cursor: PollCursor, { now, seen, before, onPage }: Beside): JudgedRow {
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
  if (date ? known === version : hasDigest(row, known)) return judge("known", "This change was already reported.");
  if (!date && onPage.has(id))
    return judge(
      "unreadable",
      `idField: several rows have the ${entry.id.name} ${quoted(id)}. Only the first one counts.`,
    );
  // While pages are read, a row may move to the next one, and have changed: the next poll reports that.
  if (!date && before.has(id)) return judge("known", "A row with this id was on a page before.");
  if (date && (hasWindow(entry) || cursor.isLearning) && isBefore(entry, date.to, cursor.since))
    return judge(hasWindow(entry) ? "older" : "learnt", `It changed before ${new Date(cursor.since).toISOString()}.`);
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

export const isDated = ({ updated, created }: PollerEntry): boolean => (updated ?? created) !== null;

/** A date is only as precise as its pattern: midnight, of whatever zone, may be any time of that day. */
export const isBefore = ({ updated, created }: PollerEntry, date: number, time: number): boolean =>
  date + ((updated ?? created)?.pattern.unit ?? 1) <= time;

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

const quoted = (id: string): string => JSON.stringify(id.slice(0, 100).toWellFormed());

/**
 * The identity of a change, as long as events are stored. A row without a date may return to what it was before, which
 * is another change.
 */
export const dedupKeyOf = ({ resource }: PollerEntry, { id, version, date, revision }: JudgedRow): string =>
  date ? `${resource}:${id}:${version}` : `${resource}:${id}:${version}:${revision}`;
