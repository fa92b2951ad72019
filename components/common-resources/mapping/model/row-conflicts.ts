import { conflictsIn, type WrittenField } from "#server/common-resource/conflicts.ts";
import type { MappingDraft, Row } from "./draft.ts";

/** A field that loses its value to another, or takes the other's: the same field, or a part of it. */
export type RowConflict = { path: string; other: string; kind: "same" | "partOf" };

/** The conflicts of our fields, by the path of each field that they are about. */
export function rowConflicts(rows: readonly Row[], draft: MappingDraft): Map<string, RowConflict> {
  const shown = rows.filter(({ state }) => state !== "removed");
  const paths = draft.fields.map(({ path }) => path);
  const twice = paths
    .filter((path, at) => paths.indexOf(path) < at)
    .map((path) => ({ path, other: path, kind: "same" as const }));
  const found = [...twice, ...namedConflicts(shown)];
  return new Map(
    found.flatMap((conflict): [string, RowConflict][] => [
      [conflict.other, conflict],
      [conflict.path, conflict],
    ]),
  );
}

/** The conflict that a further field would have. */
export const conflictOfNew = (rows: readonly Row[], field: WrittenField): RowConflict | undefined =>
  namedConflicts([...rows.filter(({ state }) => state !== "removed"), field]).find(
    ({ path, other }) => path === field.path || other === field.path,
  );

/** The rows of the editor are what counts of all levels together. */
const namedConflicts = (fields: readonly WrittenField[]): RowConflict[] =>
  conflictsIn(fields.map(({ path, type }) => ({ path, type }))).map(({ at, other, isPart }) => ({
    ...{
      path: fields[at]?.path ?? "",
      other: fields[other]?.path ?? "",
      kind: isPart ? ("partOf" as const) : ("same" as const),
    },
  }));
