type Counted = {
  recordsCount: number;
  recordsFailed: number;
  recordsExpected: number | null;
  createdAt: string;
  endedAt: string | null;
};

/** Below 100 percent while the end is uncertain: the number of rows is an estimate. */
const ALMOST = 99;

/**
 * The progress of a bulk job, its rows per second, and the remaining time at that rate; undefined if the number of rows
 * is unknown.
 */
export function progressOf(
  { recordsCount, recordsFailed, recordsExpected, createdAt, endedAt }: Counted,
  now: number,
): { percent: number | undefined; perSecond: number; leftMs: number | undefined } {
  const done = recordsCount + recordsFailed;
  const elapsedMs = Math.max((endedAt === null ? now : Date.parse(endedAt)) - Date.parse(createdAt), 1);
  const perSecond = Math.round((done / elapsedMs) * 1000);
  if (endedAt !== null) return { percent: 100, perSecond, leftMs: undefined };
  if (!recordsExpected) return { percent: undefined, perSecond, leftMs: undefined };
  const percent = Math.min(Math.floor((done / recordsExpected) * 100), ALMOST);
  const left = Math.max(recordsExpected - done, 0);
  return { percent, perSecond, leftMs: done > 0 && left > 0 ? (left / done) * elapsedMs : undefined };
}
