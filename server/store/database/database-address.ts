/** A server of a database address. */
export type Host = { host: string; port: number };

/** A database address, which may name several hosts; `urlOf` is the same address with one of them. */
export type DatabaseAddress = { hosts: Host[]; urlOf: (host: Host) => string };

const DEFAULT_PORT = 5432;
/** Every process writes, so read-only servers are never valid targets. */
const SESSION_ATTRIBUTES = ["any", "read-write", "primary"];

/** Parses a `postgresql://` URL. Throws an Error with a single-line message if it is invalid. */
export function parseDatabaseAddress(url: string): DatabaseAddress {
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
  const named = parsed.searchParams.get("host");
  if (named?.includes(",") || (named !== null && hosts.length > 1))
    throw new Error("DATABASE_URL: name several hosts as postgresql://one:5432,two:5432/database, not as ?host=.");
  return { hosts, urlOf };
}

function parseHost(text: string): Host {
  const [, host = "", port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? [];
  return { host, port: port === undefined ? DEFAULT_PORT : Number(port) };
}
