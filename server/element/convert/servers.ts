import { combo } from "../configuration-types/combo.ts";
import { DEFAULT_CONFIGURATION_TYPE } from "../configuration-types/registry.ts";
import {
  configurationEntry,
  isObject,
  type Json,
  listOf,
  type Problem,
  requireShortAddress,
  textOf,
} from "./conversion.ts";

/** The provider's address, with entries for its variables. */
export type Servers = { configuration: Json[]; problems: Problem[] };

/** An address of an operation that has servers of its own; `place` is that of the servers. */
export type OwnServer = { url: string; variables: Json; place: string };

/** The server of an operation: its own before that of its path. */
export function ownServerOf({ shared, operation, place }: { shared: Json; operation: Json; place: string }) {
  const [server] = [...listOf(operation.servers), ...listOf(shared.servers)];
  const url = textOf(server?.url);
  if (url === undefined) return undefined;
  requireShortAddress(url, `${place}.servers`);
  const variables = isObject(server?.variables) ? server.variables : {};
  return { url: url.replace(/\/+$/, ""), variables, place: `${place}.servers` };
}

/** The servers of a document; without any, the most frequent one of its operations. */
export function documentServers({ servers }: Json, own: readonly (OwnServer | undefined)[]): Json[] {
  const given = listOf(servers);
  if (given.length > 0) return given;
  const counts = new Map<string, { server: OwnServer; count: number }>();
  for (const server of own) {
    if (!server) continue;
    const { count = 0 } = counts.get(server.url) ?? {};
    counts.set(server.url, { server, count: count + 1 });
  }
  const [most] = [...counts.values()].sort((one, other) => other.count - one.count);
  return most ? [most.server] : [];
}

export type OwnAddress = { address: string; origins: string[]; problems: Problem[] };

/** The address in front of an operation's path if its server is not that of the document. */
export function ownAddressOf(server: OwnServer | undefined, [main]: readonly Json[]): OwnAddress {
  const isMain = server === undefined || server.url === textOf(main?.url)?.replace(/\/+$/, "");
  if (isMain) return { address: "", origins: [], problems: [] };
  const { place, url, variables } = server;
  const address = url.replaceAll(VARIABLE, (whole, name: string) => {
    const variable = isObject(variables[name]) ? variables[name] : {};
    return variable.default === undefined ? whole : String(variable.default);
  });
  const web = /^https?:\/\/[^{}]+$/i.test(address) ? URL.parse(address) : null;
  if (!web) return { address: "", origins: [], problems: [{ place, message: `${url} is ${NOT_WHOLE}` }] };
  const problems = address === url ? [] : [{ place, message: `Its variables have their defaults: ${address}.` }];
  return { address, origins: [web.origin], problems };
}

const VARIABLE = /\{([^{}/]+)\}/g;
const NOT_WHOLE = "no whole address. The operation is requested at base.url.";

/** The entry for the origins that operations have beside the one of `base.url`. */
export const originsEntry = (addresses: readonly OwnAddress[]): Json[] => {
  const origins = [...new Set(addresses.flatMap((address) => address.origins))];
  return origins.length === 0 ? [] : [configurationEntry("allowed.origins", "Allowed origins", origins.join(" "))];
};

/**
 * `base.url` from the servers of a description. A variable that can stand in an address becomes an entry of the
 * configuration, others are filled with their defaults. `taken` are names that the configuration has already.
 */
export function serversFrom(document: Json, servers: readonly Json[], taken: ReadonlySet<string>): Servers {
  const [server, ...others] = servers;
  if (!server) return withBase(addressOfSwagger(document), []);
  const variables: Json = isObject(server.variables) ? server.variables : {};
  const entries: Json[] = [];
  const written = textOf(server.url) ?? "";
  requireShortAddress(written, "servers.0.url");
  const url = written.replaceAll(VARIABLE, (whole, name: string, at: number) => {
    const variable = isObject(variables[name]) ? variables[name] : {};
    const standard = variable.default === undefined ? "" : String(variable.default);
    const options = Array.isArray(variable.enum) ? variable.enum.map(String) : [];
    const isHost = /\/\/$/.test(written.slice(0, at)) && /^(?:\/|:|$)/.test(written.slice(at + whole.length));
    const fits = isHost ? /^[a-z0-9._-]+$/i : /^[a-z0-9_-]+$/i;
    if (![standard, ...options].every((value) => value === "" || fits.test(value))) return standard;
    const key = taken.has(name) ? `server.${name}` : name;
    if (!entries.some((entry) => entry.key === key)) entries.push(entryOf(key, variable, { standard, options }));
    return `{${key}}`;
  });
  const more = others.flatMap((other) => textOf(other.url) ?? []);
  return withBase(url.replace(/\/+$/, ""), entries, more);
}

function entryOf(key: string, variable: Json, { standard, options }: { standard: string; options: string[] }): Json {
  return {
    key,
    name: key,
    description: textOf(variable.description) ?? `Part of the provider's address: ${key}`,
    type: (options.length > 0 ? combo : DEFAULT_CONFIGURATION_TYPE).type,
    ...(options.length > 0 && { options: options.map((value) => ({ value, description: value })) }),
    ...(standard !== "" && { defaultValue: standard }),
    required: true,
  };
}

/** `base.url` with this address, and entries for its variables; a problem at `place` if it is no whole address. */
export function withBase(address: string, entries: Json[], others: string[] = [], place = "servers"): Servers {
  const isWeb = /^(?:https?:)?\/\//i.test(address) || /^\{/.test(address);
  const base = configurationEntry("base.url", "Base URL", isWeb ? address.replace(/^\/\//, "https://") : "");
  if (others.length > 0) base.description = `Base URL. Others: ${others.slice(0, 10).join(", ")}`;
  const message =
    address === ""
      ? "The description names no address. Set base.url."
      : `${address} is no whole address. Set base.url.`;
  return { configuration: [base, ...entries], problems: isWeb ? [] : [{ place, message }] };
}

function addressOfSwagger({ host, basePath, schemes }: Json): string {
  if (!textOf(host)) return "";
  const scheme = Array.isArray(schemes) && !schemes.includes("https") && schemes.includes("http") ? "http" : "https";
  return `${scheme}://${String(host)}${textOf(basePath) ?? ""}`.replace(/\/+$/, "");
}
