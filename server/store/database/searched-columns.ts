import type { Condition } from "#server/element/query/column-conditions.ts";
import { writtenForms } from "#server/search-text.ts";
import { toNumbers } from "./numbers.ts";

/** The columns that the `where` of a list may name, each with the condition for rows with one of these values. */
export type SearchedColumns<Where> = Readonly<Record<string, (values: string[]) => Where>>;

export const byId = (values: string[]) => ({ id: { in: toNumbers(values) } });

export const byText = (column: string) => (values: string[]) => ({ [column]: { in: values.flatMap(writtenForms) } });

export const byFlag = (column: string) => (values: string[]) => ({
  OR: values.map((value) => ({ [column]: value === "true" })),
});

/** The names that `where` may use. */
export const namesOf = (columns: SearchedColumns<unknown>): string[] => Object.keys(columns);

/** The filters for the conditions of a list, all of which must hold. */
export const filtersOf = <Where>(columns: SearchedColumns<Where>, conditions: readonly Condition[]): Where[] =>
  conditions.map(({ column, values }) => {
    const filter = Object.hasOwn(columns, column) ? columns[column] : undefined;
    if (!filter) throw new Error(`Lists cannot be searched by ${column}.`);
    return filter(values);
  });
