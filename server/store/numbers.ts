/** The ids among texts of a where, those left out that no row can have. */
export const toNumbers = (values: string[]): number[] =>
  values.map(Number).filter((id) => Number.isSafeInteger(id) && Math.abs(id) < 2 ** 31);
