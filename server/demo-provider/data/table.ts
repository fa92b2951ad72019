import { Refusal } from "../call.ts";

export type Row = Record<string, unknown>;

/** The records of one kind, in order of creation. */
export type Table = {
  rows: () => Row[];
  /** The row; refuses (404) an unknown id. */
  find: (id: string | undefined) => Row;
  add: (fields: Row) => Row;
  change: (id: string | undefined, fields: Row) => Row;
  remove: (id: string | undefined) => Row;
};

export type TableOptions = {
  /** The name of a record in refusals and events. */
  name: string;
  idField?: string;
  rows: readonly Row[];
  /** The id of the n-th record that was ever created. */
  idOf?: (number: number) => string | number;
  /** The required fields of a new record, in the provider's names. */
  required?: readonly string[];
  /** A field that must be unique among the records. */
  unique?: string;
  /** Fields that are set on every new or changed record. */
  stamp?: (isNew: boolean) => Row;
  onChange?: (what: "created" | "updated" | "deleted", id: string, row: Row) => void;
};

export function createTable({ name, rows, required = [], unique, ...options }: TableOptions): Table {
  const { idField = "id", idOf = String, stamp = () => ({}), onChange = () => {} } = options;
  const byId = new Map(rows.map((row) => [String(row[idField]), row]));
  let count = rows.length;

  const find = (id: string | undefined): Row => {
    const row = byId.get(String(id));
    if (!row) throw new Refusal(404, "not_found", `There is no ${name} ${id}.`);
    return row;
  };

  function check(row: Row): void {
    const missing = required.find((field) => row[field] === undefined || row[field] === null || row[field] === "");
    if (missing) throw new Refusal(422, "required", `${missing} is required.`);
    const value = unique && row[unique];
    if (!unique || value === undefined || value === null) return;
    for (const other of byId.values()) {
      if (other[unique] === value && other[idField] !== row[idField]) {
        throw new Refusal(409, "already_exists", `A ${name} with ${unique} ${String(value)} already exists.`);
      }
    }
  }

  function keep(row: Row, what: "created" | "updated"): Row {
    check(row);
    byId.set(String(row[idField]), row);
    onChange(what, String(row[idField]), row);
    return row;
  }

  return {
    rows: () => [...byId.values()],
    find,
    add: (fields) => {
      const row = { ...fields, ...stamp(true), [idField]: idOf(count + 1) };
      const kept = keep(row, "created");
      count++;
      return kept;
    },
    change: (id, fields) => {
      const before = find(id);
      return keep({ ...before, ...fields, ...stamp(false), [idField]: before[idField] }, "updated");
    },
    remove: (id) => {
      const row = find(id);
      byId.delete(String(id));
      onChange("deleted", String(id), row);
      return row;
    },
  };
}
