/** Parses the ids of a `where` filter, without values that cannot be ids. */
export const toNumbers = (values: string[]): number[] =>
  values.map(Number).filter((id) => Number.isSafeInteger(id) && Math.abs(id) < 2 ** 31);

/** Whether a number can be the id of a row. */
export const isRowId = (id: number): boolean => Number.isInteger(id) && id > 0 && id < 2 ** 31;
