import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import { column, rowInputs } from "../database/column.ts";
import { isRefusal } from "../database/database-errors.ts";

/** A recorded request to an element instance. Data of the instance is added when the row is written. */
export type RecordedRequest = {
  requestId: string;
  organizationId: number;
  accountId: number;
  userId: number;
  elementInstanceId: number;
  method: string;
  /** The path without the query string. */
  uri: string;
  resource: string;
  /** Whether the resource is a common resource, saved or of the element. */
  isCommonResource?: boolean;
  /** The name of the agent that made the request. */
  agent?: string | undefined;
  ip: string;
  status: number;
  processMs: number;
  createdAt: Date;
  /** The exchanges with the provider, if they are recorded. */
  exchanges?: RecordedExchange[] | undefined;
};

/** An exchange with a provider; `content` is its headers and bodies as JSON text without credentials. */
export type RecordedExchange = {
  method: string;
  url: string;
  status: number | null;
  durationMs: number;
  content: string;
};

export type UsageWriter = {
  /** Queues a record for the next write. Never waits and never throws. */
  note: (call: RecordedRequest) => void;
  /** Counts a request to the API. */
  tally: (owner: { organizationId: number; accountId: number }, at: Date) => void;
  /** Resolves once all queued records are written, or could not be written at present. */
  flush: () => Promise<void>;
  close: () => Promise<void>;
};

type Options = { log: Logger; gatherMs?: number; gatherRows?: number; maxRows?: number };

/**
 * Writes the usage of this process in batches: every `gatherMs`, or at `gatherRows`. While the database is unavailable,
 * up to `maxRows` records are kept in memory; further records are dropped, and the log reports the number.
 */
export function createUsageWriter(
  pool: pg.Pool,
  { log, gatherMs = 200, gatherRows = 500, maxRows = 20_000 }: Options,
): UsageWriter {
  let calls: RecordedRequest[] = [];
  let tallies = new Map<string, Tally>();
  let dropped = 0;
  let underWay: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const flushSoon = () => {
    timer ??= setTimeout(flush, gatherMs);
  };

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    underWay ??= writeAll().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  async function writeAll(): Promise<void> {
    while (calls.length > 0 || tallies.size > 0) {
      const [someCalls, someTallies] = [calls.splice(0, gatherRows), tallies];
      tallies = new Map();
      try {
        await writeTallies(pool, someTallies);
        someTallies.clear();
        await writeCalls(pool, someCalls);
        await writeExchanges(pool, someCalls);
      } catch (error) {
        if (isRefusal(error)) {
          log.error({ err: error, calls: someCalls.length }, "usage was refused");
          continue;
        }
        calls = [...someCalls, ...calls];
        for (const [key, { calls: count, ...rest }] of someTallies)
          tallies.set(key, { ...rest, calls: count + (tallies.get(key)?.calls ?? 0) });
        log.warn({ err: error, waiting: calls.length, dropped }, "usage waits for the database");
        dropped = 0;
        await pause(gatherMs);
        return flushSoon();
      }
    }
  }

  return {
    note(call) {
      if (calls.length >= maxRows) {
        dropped++;
        return;
      }
      calls.push(call);
      if (calls.length >= gatherRows) void flush();
      else flushSoon();
    },
    tally({ organizationId, accountId }, at) {
      const minute = Math.floor(at.getTime() / 60_000) * 60_000;
      const key = `${accountId} ${minute}`;
      const known = tallies.get(key);
      if (known) known.calls++;
      else tallies.set(key, { organizationId, accountId, minute: new Date(minute), calls: 1 });
      flushSoon();
    },
    flush,
    async close() {
      await underWay;
      await flush();
      clearTimeout(timer);
    },
  };
}

type Tally = { organizationId: number; accountId: number; minute: Date; calls: number };

const INPUT = rowInputs<{ call: RecordedRequest }>({
  call: {
    request_id: column.text((row) => row.requestId),
    organization_id: column.int((row) => row.organizationId),
    account_id: column.int((row) => row.accountId),
    user_id: column.int((row) => row.userId),
    element_instance_id: column.int((row) => row.elementInstanceId),
    method: column.text((row) => row.method),
    uri: column.text((row) => row.uri),
    resource: column.text((row) => row.resource),
    is_common_resource: column.bool((row) => row.isCommonResource ?? false),
    agent: column.text((row) => row.agent ?? null),
    ip: column.text((row) => row.ip),
    status: column.int((row) => row.status),
    process_ms: column.int((row) => row.processMs),
    created_at: column.timestamptz((row) => row.createdAt),
  },
});

const WRITE = `insert into usage (${INPUT.columns("call")}, instance_name, tags, element_key, element_name, hub)
  select call.*, i.name, coalesce(i.tags, '{}'), e.key, e.name, e.hub
  from ${INPUT.rows("call")}
  left join element_instance i on i.id = call.element_instance_id and i.organization_id = call.organization_id
  left join element e on e.id = i.element_id
  on conflict do nothing`;

async function writeCalls(pool: pg.Pool, calls: RecordedRequest[]): Promise<void> {
  if (calls.length === 0) return;
  await pool.query({ name: "usage_write", text: WRITE, values: INPUT.parameters({ call: calls }) });
}

type Exchange = RecordedExchange & { n: number; call: RecordedRequest };

const EXCHANGES = rowInputs<{ exchange: Exchange }>({
  exchange: {
    request_id: column.text(({ call }) => call.requestId),
    n: column.int((row) => row.n),
    organization_id: column.int(({ call }) => call.organizationId),
    account_id: column.int(({ call }) => call.accountId),
    method: column.text((row) => row.method),
    url: column.text((row) => row.url),
    status: column.int((row) => row.status),
    duration_ms: column.int((row) => row.durationMs),
    content: column.text((row) => row.content),
    created_at: column.timestamptz(({ call }) => call.createdAt),
  },
});

const WRITE_EXCHANGES = `insert into provider_exchange (${EXCHANGES.columns("exchange")}) select exchange.*
  from ${EXCHANGES.rows("exchange")} on conflict do nothing`;

/** Most batches have none. */
async function writeExchanges(pool: pg.Pool, calls: RecordedRequest[]): Promise<void> {
  const rows = calls.flatMap((call) => (call.exchanges ?? []).map((exchange, n) => ({ ...exchange, n, call })));
  if (rows.length === 0) return;
  const values = EXCHANGES.parameters({ exchange: rows });
  await pool.query({ name: "usage_exchanges", text: WRITE_EXCHANGES, values });
}

const TALLIES = rowInputs<{ tally: Tally }>({
  tally: {
    account_id: column.int((row) => row.accountId),
    minute: column.timestamptz((row) => row.minute),
    organization_id: column.int((row) => row.organizationId),
    calls: column.int((row) => row.calls),
  },
});

const TALLY = `insert into api_tally (${TALLIES.columns("tally")}) select tally.* from ${TALLIES.rows("tally")}
  on conflict (account_id, minute) do update set calls = api_tally.calls + excluded.calls`;

/** Several processes may add to the count of the same minute. */
async function writeTallies(pool: pg.Pool, tallies: Map<string, Tally>): Promise<void> {
  if (tallies.size === 0) return;
  // The rows are sorted in the same order in all processes, so that they do not deadlock.
  const rows = [...tallies.values()].sort((a, b) => a.accountId - b.accountId || +a.minute - +b.minute);
  await pool.query({ name: "usage_tally", text: TALLY, values: TALLIES.parameters({ tally: rows }) });
}
