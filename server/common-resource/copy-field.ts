import { isRecord } from "#server/element/bare-record.ts";
import { type EntryFilter, entryFor, type FieldPath, type FieldPathPart, isMany, meets } from "./field-path.ts";

type Read = (source: unknown) => unknown;
/** Copies one field of an object to its place in another, which is changed. */
export type Copy = (source: unknown, target: Record<string, unknown>) => void;

/** The conversion of a value, and the refusal of null where it would clear more than the field. */
export type Conversion = { convert: (value: unknown) => unknown; refuseNull?: (() => never) | undefined };

/**
 * Makes the copy of a field once, so that no path is read again for each object. Lists on both sides are copied entry
 * by entry: `phones[*].number` to `numbers[*]`. A value that is missing is not copied; null, also of a parent, is.
 */
export function copyField(from: FieldPath, to: FieldPath, conversion: Conversion): Copy {
  const { convert } = conversion;
  const [list, entries] = splitAtMany(from);
  const [targetList, targetEntries] = splitAtMany(to);
  if (entries && targetEntries) return copyEntries({ list, entries, targetList, targetEntries }, conversion);
  if (entries) return copyGathered(from, to, convert);
  if (targetEntries) return copyEntries({ list: from, entries: ALL, targetList, targetEntries }, conversion);
  const read = compileRead(from);
  const write = compileWrite(to);
  return (source, target) => {
    const value = read(source);
    if (value !== undefined) write(target, convert(value));
  };
}

type Entries = { part: FieldPathPart; rest: FieldPath };
const ALL: Entries = { part: { each: true }, rest: [] };

/** The path to the list, and the path in its entries. */
function splitAtMany(path: FieldPath): [FieldPath, Entries | undefined] {
  const at = path.findIndex(isMany);
  const part = path[at];
  return part ? [path.slice(0, at), { part, rest: path.slice(at + 1) }] : [path, undefined];
}

type Lists = { list: FieldPath; entries: Entries; targetList: FieldPath; targetEntries: Entries };

function copyEntries({ list, entries, targetList, targetEntries }: Lists, conversion: Conversion): Copy {
  const read = compileRead(list);
  const readTarget = compileRead(targetList);
  const writeTarget = compileWrite(targetList);
  const copyEntry = copierOfEntry(entries.rest, targetEntries.rest, conversion);
  const wanted = filterOf(targetEntries.part);
  return (source, target) => {
    const value = read(source);
    const before = readTarget(target);
    if (value === null) {
      if (wanted) conversion.refuseNull?.();
      else if (before === undefined) writeTarget(target, null);
      return;
    }
    const found = listOf(value, entries.part);
    if (!found) return;
    const copies = Array.isArray(before) ? before : [];
    for (const [index, entry] of found.entries()) copyEntry(entry, copies, index, wanted);
    if (copies !== before) writeTarget(target, copies);
  };
}

type CopyEntry = (entry: unknown, copies: unknown[], index: number, wanted: EntryFilter | undefined) => void;

function copierOfEntry(from: FieldPath, to: FieldPath, conversion: Conversion): CopyEntry {
  const { convert } = conversion;
  if (to.length === 0) {
    const read = compileGather(from);
    return (entry, copies) => {
      const value = read(entry);
      if (value !== undefined) copies.push(convert(value));
    };
  }
  const write = compileWrite(to);
  const copy: Copy =
    from.length > 0 ? copyField(from, to, conversion) : (entry, target) => write(target, convert(entry));
  return (entry, copies, index, wanted) => {
    const before = copies[index];
    const target = isRecord(before) ? before : ((wanted && entryFor(wanted)) ?? {});
    copies[index] = target;
    copy(entry, target);
  };
}

const filterOf = (part: FieldPathPart): EntryFilter | undefined => ("filter" in part ? part.filter : undefined);

/** Gathers all values in one list; for entries that meet a condition, only the first. */
function copyGathered(from: FieldPath, to: FieldPath, convert: (value: unknown) => unknown): Copy {
  const gather = compileGather(from);
  const write = compileWrite(to);
  const isFiltered = from.every((part) => !("each" in part));
  return (source, target) => {
    const values = gather(source);
    const value = isFiltered && Array.isArray(values) ? values[0] : values;
    if (value !== undefined) write(target, convert(value));
  };
}

/** The value at a path; a list of values if the path matches many. */
function compileGather(path: FieldPath): Read {
  const [list, entries] = splitAtMany(path);
  if (!entries) return compileRead(path);
  const read = compileRead(list);
  const inner = compileGather(entries.rest);
  return (source) => {
    const found = listOf(read(source), entries.part);
    return found ? found.flatMap(inner).filter(isThere) : found;
  };
}

const isThere = (value: unknown) => value !== undefined;

/** The entries that a part matches; a single object is treated as a list of itself. */
function listOf(value: unknown, part: FieldPathPart): unknown[] | null | undefined {
  if (value === undefined || value === null) return value;
  const entries = Array.isArray(value) ? value : [value];
  const filter = filterOf(part);
  return filter ? entries.filter((entry) => meets(entry, filter)) : entries;
}

/** Reads own fields only; undefined if the path does not exist, null below null. */
export function compileRead(path: FieldPath): Read {
  const steps = path.map(stepOf);
  const [first, second] = steps;
  if (!first) return (source) => source;
  if (!second) return first;
  const name = path.map((part) => ("field" in part ? part.field : "[]")).join(".");
  return (source) =>
    // Some providers have fields with dots in their names.
    isRecord(source) && Object.hasOwn(source, name)
      ? source[name]
      : steps.reduce<unknown>((value, step) => step(value), source);
}

function stepOf(part: FieldPathPart): Read {
  if ("field" in part) {
    const { field } = part;
    return (value) => (isRecord(value) && Object.hasOwn(value, field) ? value[field] : absent(value));
  }
  if ("index" in part) return (value) => (Array.isArray(value) ? value[part.index] : absent(value));
  if ("filter" in part)
    return (value) => (Array.isArray(value) ? value.find((entry) => meets(entry, part.filter)) : absent(value));
  if ("size" in part) return sizeOf;
  return (value) => value;
}

/** A parent that is null has cleared its fields. */
const absent = (parent: unknown) => (parent === null ? null : undefined);

const sizeOf: Read = (value) =>
  Array.isArray(value) || typeof value === "string"
    ? value.length
    : isRecord(value)
      ? Object.keys(value).length
      : undefined;

type Write = (target: Record<string, unknown>, value: unknown) => void;

/** Writes a value and creates missing parents. A size cannot be written, so it is ignored. */
export function compileWrite(path: FieldPath): Write {
  const [first, ...rest] = path;
  if (!first || path.some((part) => "size" in part)) return () => {};
  if ("field" in first && rest.length === 0) {
    const { field } = first;
    return (target, value) => {
      target[field] = value;
    };
  }
  return (target, value) => void placed(target, path, value, 0);
}

function placed(node: unknown, path: FieldPath, value: unknown, at: number): unknown {
  const part = path[at];
  if (!part) return value;
  if ("field" in part) {
    const fields = isRecord(node) ? node : {};
    const before = Object.hasOwn(fields, part.field) ? fields[part.field] : undefined;
    fields[part.field] = placed(before, path, value, at + 1);
    return fields;
  }
  const list = Array.isArray(node) ? node : [];
  const index = indexIn(list, part);
  while (list.length < index) list.push(null);
  list[index] = placed(list[index] ?? ("filter" in part ? entryFor(part.filter) : undefined), path, value, at + 1);
  return list;
}

function indexIn(list: readonly unknown[], part: FieldPathPart): number {
  if ("index" in part) return part.index;
  const found = "filter" in part ? list.findIndex((entry) => meets(entry, part.filter)) : -1;
  return found < 0 ? list.length : found;
}
