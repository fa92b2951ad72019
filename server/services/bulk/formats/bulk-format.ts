/** A row of an uploaded file, counted from 1, or why it cannot be read. */
export type ReadRow = { row: number; value: Record<string, unknown> } | { row: number; problem: string };

export type WriteOptions = {
  /** All columns of the file, in order. */
  columns: readonly string[];
  /** Numbers and booleans keep their type; otherwise they become texts. */
  isNative: boolean;
  /** Texts that a spreadsheet would execute are made harmless. */
  escapes: boolean;
};

/** A format of bulk files. A file is stored as JSON lines and written as it is downloaded. */
export type BulkFormatDefinition = {
  type: string;
  contentType: string;
  /** The types in an Accept header for this format. */
  accepts: readonly string[];
  /** The lines before the first row; none unless set. */
  headerLines?: number;
  /** The text before the first row. */
  head: (options: WriteOptions) => string;
  /** The text of rows. */
  write: (rows: readonly unknown[], options: WriteOptions) => string;
  /**
   * Reads rows from the pieces of a text. Throws a Failure with the row after which nothing can be read, such as an
   * unclosed quotation. With `escapes`, the quotes that make texts harmless are no part of them.
   */
  read: (text: AsyncIterable<string>, options: Pick<WriteOptions, "escapes">) => AsyncGenerator<ReadRow, void>;
};

/** The maximum number of characters in a row of a file. */
export const LONGEST_ROW = 1024 * 1024;
