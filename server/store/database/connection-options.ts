import { Socket } from "node:net";
import { checkServerIdentity } from "node:tls";
import pg from "pg";
import { type Host, parseDatabaseAddress } from "./database-address.ts";
import { primaryFinder } from "./primary-finder.ts";

/** The `pg` options for a `postgresql://` URL. */
export type ConnectionOptions = Pick<
  pg.ClientConfig,
  "connectionString" | "host" | "port" | "user" | "password" | "database" | "ssl" | "stream"
>;

/**
 * Returns options for any client or pool. A URL may list several hosts, as libpq allows: each new connection uses the
 * host that accepts writes. Throws an Error with a single-line message if the URL is invalid.
 */
export function connectionOptions(url: string): ConnectionOptions {
  const address = parseDatabaseAddress(url);
  const [first] = address.hosts;
  if (!first || address.hosts.length === 1) return { connectionString: url };
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: address.urlOf(first) });
  const findPrimary = primaryFinder(address);
  return {
    ...{ host, port, ...(user && { user }), ...(password && { password }), ...(database && { database }) },
    // `pg` accepts a function here, but its types do not declare it.
    stream: (() => new PrimarySocket(findPrimary)) as unknown as NonNullable<pg.ClientConfig["stream"]>,
    ...(ssl && { ssl: certifiedFor(address.hosts, ssl) }),
  };
}

/** Connects to the host that currently accepts writes. */
class PrimarySocket extends Socket {
  readonly #findPrimary: () => Promise<Host>;

  constructor(findPrimary: () => Promise<Host>) {
    super();
    this.#findPrimary = findPrimary;
  }

  override connect(...args: unknown[]): this {
    void args;
    this.#findPrimary().then(
      ({ host, port }) => this.destroyed || super.connect(port, host.replace(/^\[|\]$/g, "")),
      (error: Error) => this.destroy(error),
    );
    return this;
  }
}

/** `pg` validates the certificate against the first host, but the connection may be to any of the hosts. */
const certifiedFor = (hosts: Host[], ssl: unknown): ConnectionOptions["ssl"] => ({
  ...(typeof ssl === "object" ? ssl : {}),
  checkServerIdentity(_, certificate) {
    const refusals = hosts.map(({ host }) => checkServerIdentity(host, certificate));
    return refusals.every((refusal) => refusal !== undefined) ? refusals[0] : undefined;
  },
});
