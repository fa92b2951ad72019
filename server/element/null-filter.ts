/** Deeper than any data; what is below stays as it is. */
const MOST_LEVELS = 500;

/**
 * Leaves the fields out whose value is null, at every depth (`filter.response.nulls`, contract §3.4). Entries of lists
 * stay. One pass; what holds no null is handed on and not copied.
 */
export function withoutNulls(value: unknown, level = 0): unknown {
  if (typeof value !== "object" || value === null || level > MOST_LEVELS) return value;
  return Array.isArray(value) ? listWithoutNulls(value, level) : recordWithoutNulls(value, level);
}

function listWithoutNulls(list: unknown[], level: number): unknown[] {
  let copy: unknown[] | undefined;
  for (let at = 0; at < list.length; at++) {
    const entry = list[at];
    const kept = withoutNulls(entry, level + 1);
    if (kept !== entry && !copy) copy = list.slice(0, at);
    copy?.push(kept);
  }
  return copy ?? list;
}

function recordWithoutNulls(record: object, level: number): object {
  let copy: [string, unknown][] | undefined;
  const entries = Object.entries(record);
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] as [string, unknown]; // at is below the length
    const kept = entry[1] === null ? null : withoutNulls(entry[1], level + 1);
    if ((kept === null || kept !== entry[1]) && !copy) copy = entries.slice(0, at);
    if (kept !== null) copy?.push([entry[0], kept]);
  }
  // fromEntries defines fields and never sets them: `__proto__` is a name like any other.
  return copy ? Object.fromEntries(copy) : record;
}
