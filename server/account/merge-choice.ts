type Entries = [key: string, value: unknown][];

/**
 * The stored value of a preference after a window has changed it from `before` to `value`: of lists of named items and of
 * records, only the entries that the window added, changed or removed. Another window may have changed others.
 */
export function mergeChoice({ before, value, stored }: { before: unknown; value: unknown; stored: unknown }): unknown {
  const [mine, known, theirs] = [
    entriesOf(value),
    entriesOf(before ?? empty(value)),
    entriesOf(stored ?? empty(value)),
  ];
  if (!mine || !known || !theirs) return value;
  const [after, base] = [new Map(mine), new Map(known)];
  const isChanged = (key: string) => JSON.stringify(after.get(key)) !== JSON.stringify(base.get(key));
  const kept = theirs.filter(([key]) => !isChanged(key));
  const merged = [...kept, ...mine.filter(([key]) => isChanged(key))];
  return Array.isArray(value) ? merged.map(([, item]) => item) : Object.fromEntries(merged);
}

const empty = (value: unknown) => (Array.isArray(value) ? [] : {});

/** The entries of a record or of a list whose items have names; null for another value. */
function entriesOf(value: unknown): Entries | null {
  if (typeof value !== "object" || value === null) return null;
  if (!Array.isArray(value)) return Object.entries(value);
  return value.every((item) => typeof item?.name === "string") ? value.map((item) => [item.name, item]) : null;
}
