import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { ConnectionOptions } from "./connection-options.ts";

/** How often connections are examined, and how often without a byte before the server is probed. */
const EXAMINE_MS = 500;
const SILENT_TIMES = 3;
/** Together with the above, an unreachable server is detected in less than five seconds. */
const RESPONSE_MS = 2500;
const PROBE_AGAIN_MS = 500;
const LATE_MS = 250;

/** Internals of a `pg` client, which its types do not declare. */
type Internals = { readyForQuery: boolean; processID: number | null; connection: { stream: Socket } };
type Watched = { bytes: number; silentTimes: number };

export type ConnectionWatch = {
  /** Whether the server was found unreachable and has not responded since: connecting is useless. */
  isDown: () => boolean;
  add: (client: pg.ClientBase) => void;
  close: () => void;
};

/** The error of statements whose connection was closed here, or that were not sent because the server is down. */
export const unreachable = () => Object.assign(new Error("The database does not respond."), { code: "ETIMEDOUT" });

/**
 * Watches the connections of a process for a server that falls silent: TCP reports that after a quarter of an hour, and
 * a time limit that detects it would also end slow statements. If a busy connection receives nothing for a while, the
 * server is probed through a new connection. If nothing at all responds, all connections are closed, and no new ones are
 * opened until it does. If it responds, but no session of it runs the statement, that connection is closed. Sending and
 * receiving costs nothing.
 *
 * @param hasSessions false behind a pooler, which invents the ids of its sessions
 */
export function watchConnections(
  options: ConnectionOptions,
  { hasSessions, onError }: { hasSessions: boolean; onError: (error: Error) => void },
): ConnectionWatch {
  const watched = new Map<pg.ClientBase, Watched>();
  let timer: NodeJS.Timeout;
  let isProbing = false;
  let isDown = false;
  let isClosed = false;

  function examineLater() {
    const due = performance.now() + EXAMINE_MS;
    timer = setTimeout(() => {
      // A process that has no processor time itself learns nothing of the server.
      const silent = performance.now() - due < LATE_MS ? examine() : [];
      if (silent.length > 0 && !isProbing) void check(silent);
      if (!isClosed) examineLater();
    }, EXAMINE_MS);
    timer.unref();
  }

  /** Returns the busy connections that have received nothing for some time. */
  function examine(): pg.ClientBase[] {
    for (const [client, state] of watched) {
      const bytes = bytesOf(client);
      state.silentTimes = !internalsOf(client).readyForQuery && bytes === state.bytes ? state.silentTimes + 1 : 0;
      state.bytes = bytes;
    }
    return [...watched.keys()].filter(isSilent);
  }

  const isSilent = (client: pg.ClientBase) => (watched.get(client)?.silentTimes ?? 0) >= SILENT_TIMES;

  async function check(silent: pg.ClientBase[]) {
    isProbing = true;
    const before = new Map([...watched.keys()].map((client) => [client, bytesOf(client)]));
    const response = await probe(options, silent.map(pidOf));
    // A server that is only too busy for new connections still responds through some of the others.
    const isAlive = [...watched.keys()].some((client) => bytesOf(client) > (before.get(client) ?? 0));
    if (response === "silent") await (isAlive ? undefined : waitUntilBack());
    else if (response !== "refused" && hasSessions) {
      // A statement that ended meanwhile has received something.
      for (const client of silent) if (isSilent(client) && !response.includes(pidOf(client))) giveUp(client);
    }
    isProbing = false;
  }

  async function waitUntilBack() {
    if (isClosed) return;
    isDown = true;
    onError(unreachable());
    for (const client of [...watched.keys()]) giveUp(client);
    while (!isClosed && (await probe(options, [])) === "silent") await pause(PROBE_AGAIN_MS, undefined, { ref: false });
    isDown = false;
  }

  function giveUp(client: pg.ClientBase) {
    watched.delete(client);
    internalsOf(client).connection.stream.destroy(unreachable());
  }

  examineLater();
  return {
    isDown: () => isDown,
    add(client) {
      watched.set(client, { bytes: -1, silentTimes: 0 });
      internalsOf(client).connection.stream.once("close", () => watched.delete(client));
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

const internalsOf = (client: pg.ClientBase) => client as unknown as Internals;
const bytesOf = (client: pg.ClientBase) => internalsOf(client).connection.stream.bytesRead;
const pidOf = (client: pg.ClientBase) => internalsOf(client).processID ?? 0;

const ACTIVE = "select pid from pg_stat_activity where pid = any($1::int[]) and state = 'active'";
const SQLSTATE = /^[0-9A-Z]{2}\d[0-9A-Z]{2}$/;

/**
 * Returns which of these sessions of the server are running a statement; "refused" if it responds with an error, such
 * as one that has no free connections; "silent" if no server that accepts writes responds.
 */
async function probe(options: ConnectionOptions, pids: number[]): Promise<number[] | "refused" | "silent"> {
  const limits = { connectionTimeoutMillis: RESPONSE_MS, query_timeout: RESPONSE_MS };
  const client = new pg.Client({ ...options, ...limits, application_name: "formulary: watch" });
  client.on("error", () => {});
  const response = client
    .connect()
    .then(() => client.query<{ pid: number }>(ACTIVE, [pids]))
    .then(
      ({ rows }) => rows.map(({ pid }) => pid),
      ({ code }: { code?: string }) => (SQLSTATE.test(code ?? "") ? ("refused" as const) : "silent"),
    );
  const received = await Promise.race([response, late()]);
  internalsOf(client).connection.stream.destroy();
  return received;
}

/** If this process itself was busy for long, what arrived meanwhile is read before the response counts as late. */
async function late(): Promise<"silent"> {
  await pause(RESPONSE_MS, undefined, { ref: false });
  await pause(EXAMINE_MS / 2, undefined, { ref: false });
  return "silent";
}
