/**
 * Constants of the product as a list for `in`: a partial index applies to a condition with constants, and not to the same
 * one with parameters.
 */
export const listed = (constants: readonly string[]): string =>
  constants.map((text) => `'${text.replaceAll("'", "''")}'`).join(", ");
