import { Pool } from "undici";
import {
  LOOKUP_PATH,
  type LookupResult,
  lookupResult,
  type RoutingKey,
  SIGNATURE_HEADER,
  signLookup,
} from "#server/routing-key.ts";

const CONNECT_MS = 2000;
const LOOKUP_MS = 2000;
const REST_MS = 1000;

export type Cell = {
  name: string;
  pool: Pool;
  /** Whether it is a cell of the routing key. Throws if the cell does not respond, at once for a second after that. */
  lookUp: (key: RoutingKey) => Promise<LookupResult>;
  /** Whether it did not respond a moment ago. */
  isSilent: () => boolean;
  noteSilence: () => void;
};

type Options = {
  name: string;
  url: string;
  cellKey: string;
  onSilence: (cell: string, error: unknown) => void;
  /** Receives the fingerprint of the secret of sessions, with every lookup. */
  onSecret?: (cell: string, sessionSecret: string) => void;
};

/** The connections to one cell. */
export function openCell({ name, url, cellKey, onSilence, onSecret }: Options): Cell {
  // Runs and streams may take long; the cell and the client end them.
  const pool = new Pool(url, { connect: { timeout: CONNECT_MS }, headersTimeout: 0, bodyTimeout: 0 });
  let silentUntil = 0;
  const isSilent = () => performance.now() < silentUntil;
  const noteSilence = () => {
    silentUntil = performance.now() + REST_MS;
  };
  return {
    name,
    pool,
    isSilent,
    noteSilence,
    async lookUp(key) {
      if (isSilent()) throw new Error(`The cell ${name} does not respond.`);
      try {
        const result = await send(key);
        onSecret?.(name, result.sessionSecret);
        return result;
      } catch (error) {
        noteSilence();
        onSilence(name, error);
        throw error;
      }
    },
  };

  async function send(key: RoutingKey): Promise<LookupResult> {
    const text = JSON.stringify(key);
    const { statusCode, body } = await pool.request({
      method: "POST",
      path: LOOKUP_PATH,
      headers: { "content-type": "application/json", [SIGNATURE_HEADER]: signLookup(cellKey, text, Date.now()) },
      body: text,
      signal: AbortSignal.timeout(LOOKUP_MS),
    });
    if (statusCode === 200) return lookupResult.parse(await body.json());
    await body.dump();
    const hint = statusCode === 404 ? " Give the cell the CELL_KEY of the router, and check the clocks of both." : "";
    throw new Error(`The cell ${name} responded to a lookup with ${statusCode}.${hint}`);
  }
}

/** Reports the cells whose secret of sessions is not that of the others, once. */
export function secretWatch(report: (cells: string[]) => void): (cell: string, sessionSecret: string) => void {
  const secrets = new Map<string, string>();
  let isReported = false;
  return (cell, sessionSecret) => {
    if (isReported || secrets.get(cell) === sessionSecret) return;
    secrets.set(cell, sessionSecret);
    isReported = new Set(secrets.values()).size > 1;
    if (isReported) report([...secrets.keys()]);
  };
}
