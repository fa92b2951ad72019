import type pg from "pg";
import type { STORED_SECRETS } from "#server/routing-key.ts";

type Secret = (typeof STORED_SECRETS)[number];

/** Rows of a secret, whether it still works or not: its cell says that itself. */
const ROWS: Record<Secret, string> = {
  user: `select from "user" where secret_hash = $1 union all select from api_key where key_hash = $1
    union all select from api_key where previous_hash = $1`,
  organization: "select from organization where secret_hash = $1",
  element: "select from element_instance where token_hash = $1",
  session: "select from session where token_hash = $1",
  connectSession: "select from connect_session where token_hash = $1",
  webhookCapture: "select from webhook_capture where token_hash = $1",
};

/** Whether any organization has a secret or token with this hash. */
export async function isStored(pool: pg.Pool, kind: Secret, hash: Buffer): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>({
    name: `stored-${kind}`,
    text: `select exists (${ROWS[kind]}) as found`,
    values: [hash],
  });
  return rows[0]?.found ?? false;
}
