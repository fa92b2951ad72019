import pg from "pg";

/** Does something on a connection of its own to the database at `url`, and closes it. */
export async function onDatabase<Result>(url: string, act: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}
