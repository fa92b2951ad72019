import { Socket } from "node:net";
import { checkServerIdentity } from "node:tls";
import pg from "pg";

/** The `pg` options for a `postgresql://` URL. */
export type ConnectionOptions = Pick<
  pg.ClientConfig,
  "connectionString" | "host" | "port" | "user" | "password" | "database" | "ssl" | "stream"
>;

type Host = { host: string; port: number };
type Address = { hosts: Host[]; urlOf: (host: Host) => string };

const DEFAULT_PORT = 5432;
const PROBE_TIMEOUT_MS = 3000;
/** Every process writes, so read-only servers are never valid targets. */
const SESSION_ATTRIBUTES = ["any", "read-write", "primary"];

/**
 * Returns options for any client or pool. A URL may list several hosts, as libpq allows: each new connection uses the
 * first host that responds and accepts writes. Throws an Error with a single-line message if the URL is invalid.
 */
export function connectionOptions(url: string): ConnectionOptions {
  const address = parseAddress(url);
  const [first] = address.hosts;
  if (!first || address.hosts.length === 1) return { connectionString: url };
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: address.urlOf(first) });
  return {
    ...{ host, port, ...(user && { user }), ...(password && { password }), ...(database && { database }) },
    // `pg` accepts a function here, but its types do not declare it.
    stream: (() => new PrimarySocket(address)) as unknown as NonNullable<pg.ClientConfig["stream"]>,
    ...(ssl && { ssl: certifiedFor(address.hosts, ssl) }),
  };
}

/** Returns the URL with a single host, for tools that do not support several: the first host that accepts writes. */
export async function primaryUrl(url: string): Promise<string> {
  const address = parseAddress(url);
  return address.hosts.length === 1 ? url : address.urlOf(await findPrimary(address));
}

function parseAddress(url: string): Address {
  const [, start, authority, end] = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/.exec(url) ?? [];
  if (start === undefined || authority === undefined || end === undefined)
    throw new Error("DATABASE_URL must be a postgresql:// address.");
  const hosts = authority.split(",").map(parseHost);
  const urlOf = ({ host, port }: Host) => `${start}${host}:${port}${end}`;
  const [first] = hosts;
  const parsed = first?.host ? URL.parse(urlOf(first)) : URL.parse(url);
  if (!parsed) throw new Error("DATABASE_URL is not a valid address: encode special characters of the password.");
  const wanted = parsed.searchParams.get("target_session_attrs");
  if (wanted !== null && !SESSION_ATTRIBUTES.includes(wanted))
    throw new Error(`DATABASE_URL: target_session_attrs must be one of ${SESSION_ATTRIBUTES.join(", ")}.`);
  if ((parsed.searchParams.get("host") ?? "").includes(","))
    throw new Error("DATABASE_URL: name several hosts as postgresql://one:5432,two:5432/database, not as ?host=.");
  return { hosts, urlOf };
}

function parseHost(text: string): Host {
  const [, host = "", port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? [];
  return { host, port: port === undefined ? DEFAULT_PORT : Number(port) };
}

/** Finds the first host that accepts writes. Throws an Error that lists the response of each host if there is none. */
async function findPrimary({ hosts, urlOf }: Address): Promise<Host> {
  const refusals: string[] = [];
  for (const host of hosts) {
    const refusal = await probe(urlOf(host));
    if (refusal === undefined) return host;
    refusals.push(`${host.host}:${host.port}: ${refusal}`);
  }
  throw Object.assign(new Error(`No database host accepts writes (${refusals.join("; ")}).`), { code: "ECONNREFUSED" });
}

/** Returns why the server does not accept writes; undefined if it does. */
async function probe(connectionString: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PROBE_TIMEOUT_MS, query_timeout: 3000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ readonly: string }>(
      "select current_setting('transaction_read_only') as readonly",
    );
    return rows[0]?.readonly === "off" ? undefined : "read-only";
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Connects to the host that currently accepts writes. */
class PrimarySocket extends Socket {
  readonly #address: Address;

  constructor(address: Address) {
    super();
    this.#address = address;
  }

  override connect(...args: unknown[]): this {
    void args;
    findPrimary(this.#address).then(
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
