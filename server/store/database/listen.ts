import pg from "pg";
import { connectionOptions } from "./connection-options.ts";

/**
 * Listens to Postgres notifications on a dedicated connection, which is reopened whenever it is lost. `onGap` is then
 * called, because notifications may have been missed.
 */
export function listen(
  url: string,
  channels: Record<string, (payload: string) => void>,
  onGap: () => void = () => {},
): { close: () => Promise<void> } {
  let client: pg.Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect() {
    const next = new pg.Client({ ...connectionOptions(url), keepAlive: true, connectionTimeoutMillis: 3000 });
    next.on("error", () => {});
    next.on("end", again);
    next.on("notification", ({ channel, payload = "" }) => channels[channel]?.(payload));
    client = next;
    await next.connect();
    for (const channel of Object.keys(channels)) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    onGap();
  }

  function again() {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => connect().catch(again), 500);
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
