import type { Names } from "./names.ts";

/** A row to add to a list in an existing file, with the import of what it names. */
export type Row = {
  file: string;
  /** The source text up to and with the bracket or backtick that opens the list, such as `STEP_TYPES = registry(`. */
  list: string;
  item: string;
  /** What is imported for the item, such as `type regions`, where that is not the item by its name. */
  imports?: string;
  /** The module that exports it, as the file imports it; a row of plain values imports nothing. */
  from?: string;
  /** What separates the items of the list; a comma by default. */
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
  /** As it is typed: `npm run new -- step-type`. */
  kind: string;
  /** What it creates, for the help. */
  summary: string;
  /** A name for the help. */
  example: string;
  create: (names: Names) => Creation;
};
