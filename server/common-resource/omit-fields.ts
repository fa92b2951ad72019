import { isRecord } from "#server/element/bare-record.ts";
import type { FieldPath } from "./field-path.ts";

/** What goes of an object: a whole field, or some of what is in it. */
type Branch = { goes: boolean; fields: Map<string, Branch>; each: Branch | undefined };

const branch = (): Branch => ({ goes: false, fields: new Map(), each: undefined });

/** Makes a copy without the fields at these paths; what is empty afterwards goes as well. */
export function omitFields(paths: readonly FieldPath[]): (source: Record<string, unknown>) => Record<string, unknown> {
  const root = branch();
  for (const path of paths) mark(root, path);
  return (source) => (isRecord(source) ? (without(source, root) as Record<string, unknown>) : source);
}

/** Single entries of lists stay where they are: the others would change their places. */
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

/** A list of which nothing is left is no list any more. */
const kept = (entries: unknown[]): unknown[] | undefined =>
  entries.some((entry) => entry !== undefined && !(isRecord(entry) && Object.keys(entry).length === 0))
    ? entries
    : undefined;
