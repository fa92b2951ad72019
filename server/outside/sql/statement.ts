import type pg from "pg";
import Cursor from "pg-cursor";
import type { SqlResult } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import { columnTypes } from "./column-types.ts";

type Connection = { sendCopyFail: (why: string) => void };

/** A cursor that also survives statements with COPY, and servers that send unrequested messages. */
class Statement extends Cursor {
  wantsCopy = false;

  handleCopyInResponse(connection: Connection): void {
    this.wantsCopy = true;
    connection.sendCopyFail("not possible");
  }

  handleCopyData(): void {
    this.wantsCopy = true;
  }
}

/**
 * Runs one statement and fetches at most `maxRows` of its rows; the server discards the rest. A statement without
 * columns returns the number of rows it changed.
 */
export async function runStatement(
  client: pg.ClientBase,
  { text, values }: { text: string; values: unknown[] },
  maxRows: number,
): Promise<SqlResult> {
  const cursor = client.query(new Statement(text, values, { types: columnTypes }));
  const { rows, result } = await new Promise<{ rows: Record<string, unknown>[]; result: pg.QueryResult }>(
    (resolve, reject) => {
      cursor.read(maxRows, (error, rows, result) => (error ? reject(error) : resolve({ rows, result })));
    },
  ).catch(async (error) => {
    // Only then is the connection ready for another statement.
    if (error.severity === "ERROR") await cursor.close();
    throw cursor.wantsCopy ? noCopy() : error;
  });
  await cursor.close();
  if (cursor.wantsCopy) throw noCopy();
  return result.fields.length > 0 ? { rows } : { count: result.rowCount ?? 0 };
}

const noCopy = () => new Failure("badRequest", "vendorPath: COPY is not supported.");
