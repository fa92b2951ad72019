import pg from "pg";
import { connectionOptions } from "./connection-options.ts";

/**
 * Runs a function with a connection of its own that keeps its session, for statements that change tables and take as
 * long as they need. The address must not be that of a pooler of transactions.
 */
export async function onSession<Result>(
  url: string,
  name: string,
  act: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    ...connectionOptions(url),
    application_name: `formulary ${name}`,
    connectionTimeoutMillis: 3000,
    keepAlive: true,
  });
  // A lost connection also rejects the statement.
  client.on("error", () => {});
  try {
    await client.connect();
    return await act(client);
  } finally {
    await client.end().catch(() => {});
  }
}
