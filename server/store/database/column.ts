/**
 * Columns for `unnest($1::int[], …)` in Postgres's binary format. In text format every value would be escaped here and
 * parsed by Postgres, which costs more on the hot path than writing the rows.
 */
type Fixed<Value> = { oid: number; bytes: number; put: (to: Buffer, value: Value, at: number) => unknown };
type Read<Row, Value> = (row: Row) => Value | null;

const HEADER_BYTES = 20;
const TEXT = 25;
const NULL = -1;
/** Milliseconds from 1970 to 2000, the epoch of Postgres timestamps. */
const EPOCH_MS = 946_684_800_000;

/**
 * Each function encodes one column of `rows`; the parameter must be cast to an array of the type that the function is
 * named after.
 */
export const column = {
  bool: fixed<boolean>({ oid: 16, bytes: 1, put: (to, value, at) => to.writeUInt8(value ? 1 : 0, at) }),
  bigint: fixed<number>({ oid: 20, bytes: 8, put: putInt64 }),
  int: fixed<number>({ oid: 23, bytes: 4, put: (to, value, at) => to.writeInt32BE(value, at) }),
  timestamptz: fixed<Date>({
    oid: 1184,
    bytes: 8,
    put: (to, value, at) => to.writeBigInt64BE(BigInt(value.getTime() - EPOCH_MS) * 1000n, at),
  }),
  uuid: fixed<string>({ oid: 2950, bytes: 16, put: (to, value, at) => to.write(value.replaceAll("-", ""), at, "hex") }),
  text,
};

function fixed<Value>({ oid, bytes, put }: Fixed<Value>) {
  return <Row>(rows: readonly Row[], read: Read<Row, Value>): Buffer => {
    const column = begun(oid, rows.length, rows.length * (4 + bytes));
    let at = HEADER_BYTES;
    for (const row of rows) {
      const value = read(row);
      at = column.writeInt32BE(value === null ? NULL : bytes, at);
      if (value === null) continue;
      put(column, value, at);
      at += bytes;
    }
    return ended(column, at);
  };
}

function text<Row>(rows: readonly Row[], read: Read<Row, string>): Buffer {
  const values = rows.map(read);
  const lengths = values.map((value) => (value === null ? NULL : Buffer.byteLength(value)));
  const column = begun(
    TEXT,
    rows.length,
    lengths.reduce((sum, length) => sum + 4 + Math.max(length, 0), 0),
  );
  let at = HEADER_BYTES;
  for (const [index, value] of values.entries()) {
    at = column.writeInt32BE(lengths[index] ?? NULL, at);
    if (value !== null) at += column.write(value, at);
  }
  return ended(column, at);
}

/** Starts an array with one dimension, or none if it is empty. Any value may be null. */
function begun(oid: number, length: number, bytes: number): Buffer {
  const column = Buffer.allocUnsafe(HEADER_BYTES + bytes);
  for (const [index, word] of [length === 0 ? 0 : 1, 1, oid, length, 1].entries()) column.writeInt32BE(word, index * 4);
  return column;
}

const ended = (column: Buffer, at: number) => column.subarray(0, at === HEADER_BYTES ? 12 : at);

function putInt64(to: Buffer, value: number, at: number): void {
  to.writeInt32BE(Math.floor(value / 2 ** 32), at);
  to.writeUInt32BE(value >>> 0, at + 4);
}
