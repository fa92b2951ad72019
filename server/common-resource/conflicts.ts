import { dataTypeNamed } from "#server/element/data-types/registry.ts";
import { type FieldPath, fieldPathProblem, parseFieldPath } from "./field-path.ts";

/** A field as far as it decides where its values are written. Exports have the fields of several levels in one list. */
export type WrittenField = { path: string; type?: string | undefined; level?: string | undefined };
/** Two fields of which one would overwrite the other, by their places in a list. `isPart`: it is a part of the other. */
export type FieldConflict = { at: number; other: number; isPart: boolean };

/**
 * The fields whose values cannot be kept together: the same field twice, or a field and a part of it, such as `name` and
 * `name.first`. A part may complete a field whose type has fields. A field of another level replaces this one.
 */
export function conflictsIn(fields: readonly WrittenField[]): FieldConflict[] {
  const paths = fields.map(({ path }) => (fieldPathProblem(path) === undefined ? parseFieldPath(path) : []));
  const seen = new Map<string, number>();
  const twice: FieldConflict[] = [];
  for (const [at, path] of paths.entries()) {
    if (path.length === 0 || isSize(path)) continue;
    const key = keyOf(path, fields[at]);
    const other = seen.get(key);
    if (other === undefined) seen.set(key, at);
    else twice.push({ at, other, isPart: false });
  }
  const parts = paths.flatMap((path, at): FieldConflict[] => {
    if (isSize(path)) return [];
    const other = wholesOf(path, fields[at], seen).find((whole) => !hasFields(fields[whole]?.type));
    return other === undefined ? [] : [{ at, other, isPart: true }];
  });
  return [...twice, ...parts].sort((one, next) => one.at - next.at);
}

const keyOf = (path: FieldPath, field: WrittenField | undefined): string => JSON.stringify([field?.level ?? "", path]);

const wholesOf = (path: FieldPath, field: WrittenField | undefined, seen: ReadonlyMap<string, number>): number[] =>
  path.flatMap((_, length) => (length === 0 ? [] : (seen.get(keyOf(path.slice(0, length), field)) ?? [])));

/** A size is never written. */
const isSize = (path: FieldPath): boolean => path.some((part) => "size" in part);

/** Other names than those of the types of data are names of objects. */
function hasFields(type: string | undefined): boolean {
  const known = dataTypeNamed(type);
  return known ? known.hasFields === true : type !== undefined;
}
