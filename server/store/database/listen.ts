import pg from "pg";
import { connectionOptions } from "./connection-options.ts";

const RECONNECT_MS = 500;
/** A listener is idle: without these it would not notice that its server is gone. */
const HEARTBEAT_MS = 3000;
const RESPONSE_MS = 3000;

/**
 * Listens to Postgres notifications on a dedicated connection, which is reopened whenever it is lost. `onGap` is then
 * called, because notifications may have been missed. The address must lead to a session, not to a pooler of
 * transactions.
 */
export function listen(
  url: string,
  channels: Record<string, (payload: string) => void>,
  onGap: () => void = () => {},
): { close: () => Promise<void> } {
  const options = connectionOptions(url);
  let client: pg.Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect() {
    const next = new pg.Client({
      ...options,
      application_name: "formulary listener",
      keepAlive: true,
      connectionTimeoutMillis: RESPONSE_MS,
      query_timeout: RESPONSE_MS,
    });
    next.on("error", () => {});
    next.on("end", again);
    next.on("notification", ({ channel, payload = "" }) => channels[channel]?.(payload));
    client = next;
    await next.connect();
    for (const channel of Object.keys(channels)) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    onGap();
    if (!closed) beatLater(next);
  }

  function beatLater(own: pg.Client) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      own.query("select 1").then(
        () => closed || own !== client || beatLater(own),
        () => own.end().catch(() => {}),
      );
    }, HEARTBEAT_MS);
  }

  function again() {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => connect().catch(again), RECONNECT_MS);
  }

  connect().catch(again);
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
