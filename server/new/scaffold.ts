import type { Names } from "./names.ts";

/** A row to add to a list in an existing file, with the import of what it names. */
export type Row = {
  file: string;
  /**
   * The source text up to and including the bracket or backtick that opens the list, such as `STEP_TYPES = registry(`.
   */
  list: string;
  item: string;
  /** The import of the item, such as `type regions`, if it differs from the item's name. */
  imports?: string;
  /** The module that exports it, as the file imports it; a row of plain values imports nothing. */
  from?: string;
  /** The separator of the list's items; a comma by default. */
  separator?: "," | ";" | " ";
};

export type Creation = {
  /** New files by their paths from the root of the repository. */
  files: Readonly<Record<string, string>>;
  rows: readonly Row[];
  /** The test files that cover what was created. */
  tests: readonly string[];
  /** The remaining work, as sentences. */
  next: readonly string[];
};

/** Something that `npm run new` creates: one file in `scaffolds`, and one row in `registry.ts`. */
export type Scaffold = {
  /** The name on the command line: `npm run new -- step-type`. */
  kind: string;
  /** Its summary, for the help. */
  summary: string;
  /** An example name for the help. */
  example: string;
  create: (names: Names) => Creation;
};
