/**
 * One column of the rows that a statement receives, in Postgres's binary format. In text format every value would be
 * escaped here and parsed by Postgres, which costs more on the hot path than writing the rows.
 */
export type Column<Row> = { type: string; encode: (rows: readonly Row[]) => Buffer };
type Read<Row, Value> = (row: Row, index: number) => Value | null;
type Type = { name: string; oid: number };
type Fixed<Value> = Type & { bytes: number; put: (to: Buffer, value: Value, at: number) => unknown };
type Variable<Value> = Type & {
  bytesOf: (value: Value) => number;
  put: (to: Buffer, value: Value, at: number) => unknown;
};

const HEADER_BYTES = 20;
const NULL = -1;
/** Milliseconds from 1970 to 2000, the epoch of Postgres timestamps. */
const EPOCH_MS = 946_684_800_000;

/** Each function makes a column of its Postgres type from the values that `read` finds in the rows. */
export const column = {
  bool: fixed<boolean>({ name: "bool", oid: 16, bytes: 1, put: (to, value, at) => to.writeUInt8(value ? 1 : 0, at) }),
  bytea: variable<Buffer>({
    name: "bytea",
    oid: 17,
    bytesOf: (value) => value.length,
    put: (to, value, at) => value.copy(to, at),
  }),
  bigint: fixed<number>({ name: "bigint", oid: 20, bytes: 8, put: putInt64 }),
  int: fixed<number>({ name: "int", oid: 23, bytes: 4, put: (to, value, at) => to.writeInt32BE(value, at) }),
  text: variable<string>({
    name: "text",
    oid: 25,
    bytesOf: (value) => Buffer.byteLength(value),
    put: (to, value, at) => to.write(value, at),
  }),
  timestamptz: fixed<Date>({
    name: "timestamptz",
    oid: 1184,
    bytes: 8,
    put: (to, value, at) => to.writeBigInt64BE(BigInt(value.getTime() - EPOCH_MS) * 1000n, at),
  }),
  uuid: fixed<string>({
    name: "uuid",
    oid: 2950,
    bytes: 16,
    put: (to, value, at) => to.write(value.replaceAll("-", ""), at, "hex"),
  }),
};

/**
 * The rows that a statement receives, as the lists of its text and the parameters for a call. The text has one array
 * parameter for each column, so it is the same for any number of rows and can be prepared. The parameters are numbered
 * in the order of the columns; the statement's other parameters come before them, if there are any.
 */
export function rowInputs<Rows extends Record<string, object>>(
  lists: { [Name in keyof Rows & string]: Record<string, Column<Rows[Name]>> },
  { parametersBefore = 0 } = {},
) {
  type Name = keyof Rows & string;
  const inputs = (Object.keys(lists) as Name[]).flatMap((list) =>
    Object.entries(lists[list]).map(([name, { type, encode }]) => ({ list, name, type, encode })),
  );
  const numbered = inputs.map((input, index) => ({
    ...input,
    parameter: `$${parametersBefore + index + 1}::${input.type}[]`,
  }));
  const of = (list: Name) => numbered.filter((input) => input.list === list);
  const namesOf = (list: Name) =>
    of(list)
      .map(({ name }) => name)
      .join(", ");
  return {
    /** The names of the columns, in the order of `rows`. */
    columns: namesOf,
    /** The rows as an item of a `from` clause, with the name of the list as its alias. */
    rows: (list: Name) => {
      const parameters = of(list).map(({ parameter }) => parameter);
      return `unnest(${parameters.join(", ")}) as ${list}(${namesOf(list)})`;
    },
    /** The values of one column as an array. */
    array: (list: Name, column: string) => {
      const found = of(list).find(({ name }) => name === column);
      if (!found) throw new Error(`The rows "${list}" have no column "${column}".`);
      return found.parameter;
    },
    parameters: (given: { [Name in keyof Rows]: readonly Rows[Name][] }): Buffer[] =>
      inputs.map(({ list, encode }) => encode(given[list])),
  };
}

function fixed<Value>({ name, oid, bytes, put }: Fixed<Value>) {
  return <Row>(read: Read<Row, Value>): Column<Row> => ({
    type: name,
    encode(rows) {
      const column = startArray(oid, rows.length, rows.length * (4 + bytes));
      let at = HEADER_BYTES;
      for (const [index, row] of rows.entries()) {
        const value = read(row, index);
        at = column.writeInt32BE(value === null ? NULL : bytes, at);
        if (value === null) continue;
        put(column, value, at);
        at += bytes;
      }
      return ended(column, at);
    },
  });
}

function variable<Value>({ name, oid, bytesOf, put }: Variable<Value>) {
  return <Row>(read: Read<Row, Value>): Column<Row> => ({
    type: name,
    encode(rows) {
      const values = rows.map(read);
      const lengths = values.map((value) => (value === null ? NULL : bytesOf(value)));
      const column = startArray(
        oid,
        rows.length,
        lengths.reduce((sum, length) => sum + 4 + Math.max(length, 0), 0),
      );
      let at = HEADER_BYTES;
      for (const [index, value] of values.entries()) {
        const length = lengths[index] ?? NULL;
        at = column.writeInt32BE(length, at);
        if (value === null) continue;
        put(column, value, at);
        at += length;
      }
      return ended(column, at);
    },
  });
}

/** Starts an array with one dimension, or none if it is empty. Any value may be null. */
function startArray(oid: number, length: number, bytes: number): Buffer {
  const column = Buffer.allocUnsafe(HEADER_BYTES + bytes);
  for (const [index, word] of [length === 0 ? 0 : 1, 1, oid, length, 1].entries()) column.writeInt32BE(word, index * 4);
  return column;
}

const ended = (column: Buffer, at: number) => column.subarray(0, at === HEADER_BYTES ? 12 : at);

function putInt64(to: Buffer, value: number, at: number): void {
  to.writeInt32BE(Math.floor(value / 2 ** 32), at);
  to.writeUInt32BE(value >>> 0, at + 4);
}
