import { Resolver, lookup as systemLookup } from "node:dns/promises";

/** All addresses of a name, IPv4 and IPv6. Rejects with an error that has a `code`, `ENOTFOUND` if there is none. */
export type Lookup = (host: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Creates the lookup that queries the name servers directly (c-ares; those of the system by default). The system's own
 * `getaddrinfo` blocks one of four shared threads while a name server does not respond, and sign-in needs those
 * threads, too.
 * Only names that the servers do not know are resolved by the system, one at a time: that covers /etc/hosts and the
 * search domains of a container network, and blocks one thread at worst. A public name in /etc/hosts is ignored.
 */
export function createLookup(nameServers?: readonly string[]): Lookup {
  const dns = new Resolver({ timeout: 2000, tries: 2 });
  if (nameServers) dns.setServers(nameServers);
  let lane: Promise<unknown> = Promise.resolve();

  return async (host, signal) => {
    const results = await Promise.allSettled([dns.resolve4(host), dns.resolve6(host)]);
    const found = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
    if (found.length > 0) return found;
    const silent = results.find((result) => result.status === "rejected" && result.reason.code === "ETIMEOUT");
    if (silent?.status === "rejected") throw silent.reason;

    const turn = lane.then(async () => {
      signal.throwIfAborted();
      const all = await systemLookup(host, { all: true });
      return all.map(({ address }) => address);
    });
    lane = turn.catch(() => {});
    return turn;
  };
}
