/** The separators of cells: spreadsheets write a semicolon where the comma is in numbers. */
const DELIMITERS = [",", ";", "\t"] as const;
export type CsvDelimiter = (typeof DELIMITERS)[number];

const isDelimiter = (sign: string): sign is CsvDelimiter => DELIMITERS.some((one) => one === sign);

/**
 * The delimiter of a table by the beginning of its text: the most frequent one in the header outside of quotations, in
 * doubt a comma. Undefined if the header does not end within the text.
 */
export function delimiterIn(start: string): CsvDelimiter | undefined {
  const counts: Record<CsvDelimiter, number> = { ",": 0, ";": 0, "\t": 0 };
  let isQuoted = false;
  let isEmpty = true;
  let isStartOfCell = true;
  for (let at = start.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0; at < start.length; at++) {
    const sign = start[at] as string;
    if (isQuoted) {
      // Two quotation marks stand for one.
      if (sign === '"' && start[at + 1] === '"') at++;
      else isQuoted = sign !== '"';
      continue;
    }
    if (sign === "\n" || sign === "\r") {
      if (isEmpty) continue;
      return DELIMITERS.reduce((best, one) => (counts[one] > counts[best] ? one : best));
    }
    isQuoted = sign === '"' && isStartOfCell;
    isEmpty = false;
    isStartOfCell = isDelimiter(sign);
    if (isDelimiter(sign)) counts[sign]++;
  }
  return undefined;
}

const BYTE_ORDER_MARK = 0xfeff;
