/** The separators of cells: spreadsheets write a semicolon where the comma is in numbers. */
const DELIMITERS = [",", ";", "\t"] as const;
export type CsvDelimiter = (typeof DELIMITERS)[number];

const isDelimiter = (sign: string): sign is CsvDelimiter => DELIMITERS.some((one) => one === sign);

/**
 * Finds the delimiter of a table in the pieces of its text: the most frequent one in the header outside of quotations,
 * in doubt a comma. Undefined until the header ends.
 */
export function delimiterReader(): (piece: string) => CsvDelimiter | undefined {
  const counts: Record<CsvDelimiter, number> = { ",": 0, ";": 0, "\t": 0 };
  let isFirst = true;
  let isQuoted = false;
  let isEmpty = true;
  let isStartOfCell = true;
  let isAfterQuotation = false;
  return (piece) => {
    for (const sign of piece) {
      if (isFirst) {
        isFirst = false;
        if (sign === BYTE_ORDER_MARK) continue;
      }
      if (isQuoted) {
        isQuoted = sign !== '"';
        isAfterQuotation = !isQuoted;
        continue;
      }
      // Two quotation marks stand for one.
      isQuoted = sign === '"' && (isStartOfCell || isAfterQuotation);
      isAfterQuotation = false;
      if (sign === "\n" || sign === "\r") {
        if (isEmpty) continue;
        return DELIMITERS.reduce((best, one) => (counts[one] > counts[best] ? one : best));
      }
      isEmpty = false;
      isStartOfCell = isDelimiter(sign);
      if (isDelimiter(sign)) counts[sign]++;
    }
    return undefined;
  };
}

const BYTE_ORDER_MARK = "\ufeff";
