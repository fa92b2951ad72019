import pg from "pg";

/** Runs a function with a separate connection to the database at `url`, and closes the connection. */
export async function onDatabase<Result>(url: string, act: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}
