import type { RequestListener } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, type Registry } from "prom-client";
import type { Cell } from "./cells.ts";

const RESPONSE_LIMIT_MS = 2000;

type Options = {
  cells: readonly Cell[];
  isStopping: () => boolean;
  /** If given, `/metrics` is served, too: on the port for operators. */
  registry?: Registry;
};

/** `/livez`; `/readyz` is 503 while the process stops, and when no cell is ready: one alone concerns only its organizations. */
export function healthOf({ cells, isStopping, registry }: Options): RequestListener {
  return async (request, response) => {
    if (request.url === "/metrics" && registry)
      return void response.writeHead(200, { "content-type": registry.contentType }).end(await registry.metrics());
    if (request.url !== "/livez" && request.url !== "/readyz") return void response.writeHead(404).end();
    const reason = request.url === "/livez" ? undefined : isStopping() ? "shutting down" : await noCell();
    const headers = { "content-type": "application/json", "cache-control": "no-store" };
    response.writeHead(reason === undefined ? 200 : 503, headers);
    response.end(JSON.stringify(reason === undefined ? { status: "ok" } : { status: "unavailable", reason }));
  };

  function noCell(): Promise<string | undefined> {
    return Promise.any(cells.map(({ pool }) => isReady(pool))).then(
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

/** The metrics of a router: responses by cell and class of status, cells that do not respond, and the process. */
export function createMetrics(cells: readonly Cell[], registry: Registry) {
  collectDefaultMetrics({ register: registry });
  const responses = new Counter({
    name: "formulary_routed_total",
    help: "Responses that the router passed back, by cell and class of status.",
    labelNames: ["cell", "status"],
    registers: [registry],
  });
  new Gauge({
    name: "formulary_cell_silent",
    help: "Whether a cell did not respond a moment ago.",
    labelNames: ["cell"],
    registers: [registry],
    collect() {
      for (const cell of cells) this.set({ cell: cell.name }, cell.isSilent() ? 1 : 0);
    },
  });
  return {
    onResponse: (cell: string, status: number) => responses.inc({ cell, status: `${Math.floor(status / 100)}xx` }),
  };
}
