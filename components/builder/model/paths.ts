/** A place in JSON: keys of objects and positions in lists, from the outside in. */
export type Path = readonly (string | number)[];

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value at a place; undefined if there is none. */
export function valueAt(json: unknown, path: Path): unknown {
  let value = json;
  for (const key of path) {
    const holder: Record<string | number, unknown> | unknown[] | undefined =
      isRecord(value) || Array.isArray(value) ? (value as Record<string | number, unknown>) : undefined;
    if (holder === undefined || !Object.hasOwn(holder, key)) return undefined;
    value = (holder as Record<string | number, unknown>)[key];
  }
  return value;
}

/**
 * The JSON with another value at a place; what leads there is created, everything else is shared. `undefined` removes a
 * key, or an item from its list.
 */
export function setAt<Json>(json: Json, path: Path, value: unknown): Json {
  if (valueAt(json, path) === value) return json;
  return put(json, path, value) as Json;
}

function put(json: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const isList = typeof key === "number";
  const holder = isList ? (Array.isArray(json) ? json : []) : isRecord(json) ? json : {};
  const next = rest.length === 0 ? value : put(valueAt(holder, [key]), rest, value);
  if (Array.isArray(holder)) {
    if (next === undefined) return holder.filter((_, at) => at !== key);
    const items = [...holder];
    items[Number(key)] = next;
    return items;
  }
  if (next !== undefined) return { ...holder, [key]: next };
  const { [key]: _, ...others } = holder;
  return others;
}

/** The list at a place; empty if there is none. */
export const listAt = (json: unknown, path: Path): readonly Record<string, unknown>[] => {
  const list = valueAt(json, path);
  return Array.isArray(list) ? list.filter(isRecord) : [];
};

/** The JSON with one more item in the list at a place, last or before position `at`. */
export const insertAt = <Json>(json: Json, list: Path, item: unknown, at?: number): Json => {
  const items = valueAt(json, list);
  const before = Array.isArray(items) ? items : [];
  return setAt(json, list, before.toSpliced(at ?? before.length, 0, item));
};

/** The JSON with the item at `from` of a list moved to position `to`. */
export function moveAt<Json>(json: Json, list: Path, from: number, to: number): Json {
  const items = valueAt(json, list);
  if (!Array.isArray(items) || from === to || to < 0 || to >= items.length) return json;
  return setAt(json, list, items.toSpliced(from, 1).toSpliced(to, 0, items[from]));
}

/** Whether `path` leads to `place` or into it. */
export const isWithin = (path: Path, place: Path): boolean => place.every((key, at) => path[at] === key);

export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" || typeof value === "boolean" ? String(value) : "";
