import { Socket } from "node:net";
import { checkServerIdentity } from "node:tls";
import pg from "pg";

/** The options of `pg` for a `postgresql://` address. */
export type ConnectionOptions = Pick<
  pg.ClientConfig,
  "connectionString" | "host" | "port" | "user" | "password" | "database" | "ssl" | "stream"
>;

type Host = { host: string; port: number };
type Address = { hosts: Host[]; urlOf: (host: Host) => string };

const DEFAULT_PORT = 5432;
const PROBE_TIMEOUT_MS = 3000;
/** Every process writes, so a server that only reads is never the right one. */
const SESSION_ATTRIBUTES = ["any", "read-write", "primary"];

/**
 * Options for any client or pool. An address may name several hosts, as libpq allows: each new connection goes to the
 * first of them that answers and accepts writes. Throws an Error of one line when the address is not valid.
 */
export function connectionOptions(url: string): ConnectionOptions {
  const address = parseAddress(url);
  const [first] = address.hosts;
  if (!first || address.hosts.length === 1) return { connectionString: url };
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: address.urlOf(first) });
  return {
    ...{ host, port, ...(user && { user }), ...(password && { password }), ...(database && { database }) },
    // `pg` accepts a function, which its types do not say.
    stream: (() => new PrimarySocket(address)) as unknown as NonNullable<pg.ClientConfig["stream"]>,
    ...(ssl && { ssl: certifiedFor(address.hosts, ssl) }),
  };
}

/** The same address with one host only, for tools that know nothing of several: the first that accepts writes. */
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

/** Throws an Error with the response of each host. */
async function findPrimary({ hosts, urlOf }: Address): Promise<Host> {
  const refusals: string[] = [];
  for (const host of hosts) {
    const refusal = await probe(urlOf(host));
    if (refusal === undefined) return host;
    refusals.push(`${host.host}:${host.port}: ${refusal}`);
  }
  throw Object.assign(new Error(`No database host accepts writes (${refusals.join("; ")}).`), { code: "ECONNREFUSED" });
}

/** Why nothing can be written there; undefined when it can. */
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

/** Connects to whichever host accepts writes at that moment. */
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

/** `pg` expects a certificate for the first host; any of them may be the one that is connected to. */
const certifiedFor = (hosts: Host[], ssl: unknown): ConnectionOptions["ssl"] => ({
  ...(typeof ssl === "object" ? ssl : {}),
  checkServerIdentity(_, certificate) {
    const refusals = hosts.map(({ host }) => checkServerIdentity(host, certificate));
    return refusals.every((refusal) => refusal !== undefined) ? refusals[0] : undefined;
  },
});
