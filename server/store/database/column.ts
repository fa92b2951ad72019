/**
 * One column of the rows that a statement receives, in Postgres's binary format. In text format every value would be
 * escaped here and parsed by Postgres, which costs more on the hot path than writing the rows.
 */
export type Column<Row> = { type: string; read: (rows: readonly Row[]) => Values };
/** The values of a column: how many bytes they need at most, and a function that writes them and returns where they end. */
type Values = { mostBytes: number; write: (to: Target, at: number) => number };
type Read<Row, Value> = (row: Row, index: number) => Value | null;
type Type = { name: string; oid: number };
/** The bytes that an array is written into, and the same bytes for numbers. */
type Target = { bytes: Buffer; view: DataView };
type Fixed<Value> = Type & { bytes: number; put: (to: Target, value: Value, at: number) => unknown };
type Variable<Value> = Type & {
  /** How many bytes a value has at most. */
  mostBytes: (value: Value) => number;
  /** Returns how many it has. */
  put: (to: Target, value: Value, at: number) => number;
};

const HEADER_BYTES = 20;
const NULL = -1;
/** Milliseconds from 1970 to 2000, the epoch of Postgres timestamps. */
const EPOCH_MS = 946_684_800_000;
/** Texts of up to so many characters are written here if they are ASCII: a call of Node takes longer. */
const SHORT = 24;
const MOST_UTF8_BYTES = 3;

/** Each function makes a column of its Postgres type from the values that `read` finds in the rows. */
export const column = {
  bool: fixed<boolean>({
    name: "bool",
    oid: 16,
    bytes: 1,
    put: ({ view }, value, at) => view.setUint8(at, value ? 1 : 0),
  }),
  bytea: variable<Buffer>({
    name: "bytea",
    oid: 17,
    mostBytes: (value) => value.length,
    put: ({ bytes }, value, at) => value.copy(bytes, at),
  }),
  bigint: fixed<number>({ name: "bigint", oid: 20, bytes: 8, put: putInt64 }),
  int: fixed<number>({ name: "int", oid: 23, bytes: 4, put: putInt32 }),
  text: variable<string>({
    name: "text",
    oid: 25,
    mostBytes: (value) => (value.length > SHORT ? Buffer.byteLength(value) : value.length * MOST_UTF8_BYTES),
    put: ({ bytes }, value, at) => (putShort(bytes, value, at) ? value.length : bytes.write(value, at)),
  }),
  timestamptz: fixed<Date>({
    name: "timestamptz",
    oid: 1184,
    bytes: 8,
    put(to, value, at) {
      const ms = value.getTime() - EPOCH_MS;
      if (Number.isSafeInteger(ms * 1000)) putInt64(to, ms * 1000, at);
      else to.view.setBigInt64(at, BigInt(ms) * 1000n);
    },
  }),
  uuid: fixed<string>({
    name: "uuid",
    oid: 2950,
    bytes: 16,
    put: ({ bytes }, value, at) => bytes.write(value.replaceAll("-", ""), at, "hex"),
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
    Object.entries(lists[list]).map(([name, { type, read }]) => ({ list, name, type, read })),
  );
  const numbered = inputs.map((input, index) => ({
    ...input,
    parameter: `$${parametersBefore + index + 1}::${input.type}[]`,
  }));
  const of = (list: Name) => numbered.filter((input) => input.list === list);
  return {
    /** The names of the columns, in the order of `rows`. */
    columns: (list: Name) =>
      of(list)
        .map(({ name }) => name)
        .join(", "),
    /**
     * The rows as an item of a `from` clause, with the name of the list as its alias. Arrays that are unnested side by side
     * in a select list become rows one by one; in a `from` clause Postgres would first store each of them as a table.
     */
    rows: (list: Name) => {
      const values = of(list).map(({ parameter, name }) => `unnest(${parameter}) as ${name}`);
      return `(select ${values.join(", ")}) as ${list}`;
    },
    /** The values of one column as an array. */
    array: (list: Name, column: string) => {
      const found = of(list).find(({ name }) => name === column);
      if (!found) throw new Error(`The rows "${list}" have no column "${column}".`);
      return found.parameter;
    },
    parameters: (given: { [Name in keyof Rows]: readonly Rows[Name][] }): Buffer[] =>
      inOneBuffer(inputs.map(({ list, read }) => read(given[list]))),
  };
}

/** Memory for each column on its own would take longer than writing a short one. */
function inOneBuffer(columns: readonly Values[]): Buffer[] {
  const bytes = Buffer.allocUnsafe(columns.reduce((sum, { mostBytes }) => sum + mostBytes, 0));
  const target = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) };
  let at = 0;
  return columns.map(({ write }) => {
    const start = at;
    at = write(target, start);
    return bytes.subarray(start, at);
  });
}

function fixed<Value>({ name, oid, bytes, put }: Fixed<Value>) {
  return <Row>(read: Read<Row, Value>): Column<Row> => ({
    type: name,
    read: (rows) => ({
      mostBytes: HEADER_BYTES + rows.length * (4 + bytes),
      write(to, start) {
        let at = writeHeader(to, start, { oid, length: rows.length });
        for (let index = 0; index < rows.length; index++) {
          const value = read(rows[index] as Row, index);
          to.view.setInt32(at, value === null ? NULL : bytes);
          at += 4;
          if (value === null) continue;
          put(to, value, at);
          at += bytes;
        }
        return at;
      },
    }),
  });
}

function variable<Value>({ name, oid, mostBytes, put }: Variable<Value>) {
  return <Row>(read: Read<Row, Value>): Column<Row> => ({
    type: name,
    read(rows) {
      const values = rows.map(read);
      let most = HEADER_BYTES + values.length * 4;
      for (const value of values) if (value !== null) most += mostBytes(value);
      return {
        mostBytes: most,
        write(to, start) {
          let at = writeHeader(to, start, { oid, length: values.length });
          for (const value of values) {
            const length = value === null ? NULL : put(to, value, at + 4);
            to.view.setInt32(at, length);
            at += 4 + Math.max(length, 0);
          }
          return at;
        },
      };
    },
  });
}

/** An array has one dimension, or none if it is empty. Any value may be null. Returns where its values begin. */
function writeHeader({ view }: Target, start: number, { oid, length }: { oid: number; length: number }): number {
  const words = length === 0 ? [0, 1, oid] : [1, 1, oid, length, 1];
  for (let index = 0; index < words.length; index++) view.setInt32(start + index * 4, words[index] ?? 0);
  return start + words.length * 4;
}

/** A view would write other bits of a larger number, and 0 for what is no number, without an error. */
function putInt32({ view }: Target, value: number, at: number): void {
  if (!(value >= -(2 ** 31) && value < 2 ** 31)) throw new RangeError(`${value} is no number of 32 bits.`);
  view.setInt32(at, value);
}

function putInt64(to: Target, value: number, at: number): void {
  if (!Number.isInteger(value)) throw new RangeError(`${value} is no number of 64 bits.`);
  putInt32(to, Math.floor(value / 2 ** 32), at);
  to.view.setUint32(at + 4, value >>> 0);
}

/** Writes a short ASCII text; returns false if it is another. */
function putShort(bytes: Buffer, value: string, at: number): boolean {
  if (value.length > SHORT) return false;
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    if (code > 127) return false;
    bytes[at + index] = code;
  }
  return true;
}
