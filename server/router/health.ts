import type { RequestListener } from "node:http";
import type { Cell } from "./cells.ts";

const RESPONSE_LIMIT_MS = 2000;

/** `/livez`; `/readyz` is 503 while the process stops, and when no cell is ready. One that is not concerns only its organizations. */
export function healthOf({
  cells,
  isStopping,
}: {
  cells: readonly Cell[];
  isStopping: () => boolean;
}): RequestListener {
  return async (request, response) => {
    const isLive = request.url === "/livez";
    const reason = isLive ? undefined : isStopping() ? "shutting down" : await noCell();
    response.writeHead(reason === undefined ? 200 : 503, {
      "content-type": "application/json",
      "cache-control": "no-store",
    });
    response.end(JSON.stringify(reason === undefined ? { status: "ok" } : { status: "unavailable", reason }));
  };

  async function noCell(): Promise<string | undefined> {
    const ready = cells.map(({ pool }) => isReady(pool));
    return Promise.any(ready).then(
      () => undefined,
      () => "no cell is ready",
    );
  }
}

async function isReady(pool: Cell["pool"]): Promise<void> {
  const { statusCode, body } = await pool.request({
    ...{ method: "GET", path: "/readyz" },
    signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
  });
  await body.dump();
  if (statusCode !== 200) throw new Error(`/readyz: ${statusCode}`);
}
