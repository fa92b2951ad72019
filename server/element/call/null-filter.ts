/** Deeper than any data; deeper values are not changed. */
const MOST_LEVELS = 500;

/**
 * Removes fields whose value is null, at every depth (`filter.response.nulls`). Entries of lists stay. One pass; values
 * without null are not copied.
 */
export function withoutNulls(value: unknown, level = 0): unknown {
  if (typeof value !== "object" || value === null || level > MOST_LEVELS) return value;
  return Array.isArray(value)
    ? listWithoutNulls(value, level)
    : recordWithoutNulls(value as Record<string, unknown>, level); // an object that is no list
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

function recordWithoutNulls(record: Record<string, unknown>, level: number): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined;
  // Replies come from JSON or XML, so that all fields are their own; this is the hot path of every call.
  for (const name in record) {
    const value = record[name];
    const kept = typeof value === "object" && value !== null ? withoutNulls(value, level + 1) : value;
    if (!copy && (kept === null || kept !== value)) copy = fieldsBefore(record, name);
    if (copy && kept !== null) setField(copy, name, kept);
  }
  return copy ?? record;
}

function fieldsBefore(record: Record<string, unknown>, end: string): Record<string, unknown> {
  const copy = {};
  for (const name in record) {
    if (name === end) break;
    setField(copy, name, record[name]);
  }
  return copy;
}

/** Defines the field if assigning it would have another effect. */
function setField(record: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== "__proto__") record[name] = value;
  else Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
}
