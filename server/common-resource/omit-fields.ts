import { isRecord } from "#server/element/bare-record.ts";
import type { FieldPath } from "./field-path.ts";

/** The fields to remove from an object: a whole field, or some of its contents. */
type Branch = { goes: boolean; fields: Map<string, Branch>; each: Branch | undefined };

const branch = (): Branch => ({ goes: false, fields: new Map(), each: undefined });

/** Compiles a function that copies an object without the fields at these paths; empty parents are removed, too. */
export function omitFields(paths: readonly FieldPath[]): (source: Record<string, unknown>) => Record<string, unknown> {
  const root = branch();
  for (const path of paths) mark(root, path);
  return (source) => (isRecord(source) ? (without(source, root) as Record<string, unknown>) : source);
}

/** Single entries of lists are not removed, which would move the others. */
function mark(root: Branch, path: FieldPath): void {
  let node = root;
  for (const part of path) {
    if ("field" in part) {
      const inner = node.fields.get(part.field) ?? branch();
      node.fields.set(part.field, inner);
      node = inner;
    } else if ("each" in part) {
      node.each ??= branch();
      node = node.each;
    } else return;
  }
  node.goes = true;
}

function without(value: unknown, node: Branch): unknown {
  if (node.goes || node.each?.goes) return undefined;
  const { each } = node;
  if (Array.isArray(value)) return each ? kept(value.map((entry) => without(entry, each))) : value;
  if (!isRecord(value) || node.fields.size === 0) return value;
  const rest: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const part = node.fields.get(name);
    const left = part ? without(inner, part) : inner;
    if (left !== undefined && !(part && isRecord(left) && Object.keys(left).length === 0)) rest[name] = left;
  }
  return rest;
}

/** A list without entries is removed. */
const kept = (entries: unknown[]): unknown[] | undefined =>
  entries.some((entry) => entry !== undefined && !(isRecord(entry) && Object.keys(entry).length === 0))
    ? entries
    : undefined;
