/** Parses the ids of a `where` filter, without values that cannot be ids. */
export const toNumbers = (values: string[]): number[] =>
  values.map(Number).filter((id) => Number.isSafeInteger(id) && Math.abs(id) < 2 ** 31);
