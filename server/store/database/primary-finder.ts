import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { DatabaseAddress, Host } from "./database-address.ts";

const PROBE_TIMEOUT_MS = 2000;
/** A host that is silent, such as one without power, delays the next by so much, not by the timeout of a probe. */
const STAGGER_MS = 250;

/**
 * Returns a function that finds the host that accepts writes: the last one that did, then all others in order. Searches
 * at the same time are one. It throws an Error that lists the response of each host if there is none.
 */
export function primaryFinder(address: DatabaseAddress): () => Promise<Host> {
  let last: Host | undefined;
  let underWay: Promise<Host> | undefined;

  async function search(): Promise<Host> {
    const { hosts } = address;
    const inOrder = last ? [last, ...hosts.filter((host) => host !== last)] : hosts;
    last = await findPrimary(address, inOrder);
    return last;
  }

  return () => {
    underWay ??= search().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

/** Probes each host when the one before it has refused, or is silent for a moment; the first primary wins. */
async function findPrimary({ urlOf }: DatabaseAddress, hosts: Host[]): Promise<Host> {
  const refusals: string[] = [];
  return new Promise((resolve, reject) => {
    let isFound = false;
    async function probeAll() {
      const probes: Promise<unknown>[] = [];
      for (const host of hosts) {
        if (isFound) return;
        const probed = probe(urlOf(host)).then((refusal) => {
          if (refusal !== undefined) return void refusals.push(`${host.host}:${host.port}: ${refusal}`);
          isFound = true;
          resolve(host);
        });
        probes.push(probed);
        await Promise.race([probed, pause(STAGGER_MS)]);
      }
      await Promise.all(probes);
      const message = `No database host accepts writes (${refusals.join("; ")}).`;
      reject(Object.assign(new Error(message), { code: "ECONNREFUSED" }));
    }
    probeAll().catch(reject);
  });
}

/** Returns why the server does not accept writes; undefined if it does. */
async function probe(connectionString: string): Promise<string | undefined> {
  const client = new pg.Client({
    connectionString,
    application_name: "formulary probe",
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ readonly: boolean }>(
      "select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as readonly",
    );
    return rows[0]?.readonly === false ? undefined : "read-only";
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end().catch(() => {});
  }
}
