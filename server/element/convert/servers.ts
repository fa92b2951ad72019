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

/**
 * `base.url` from the servers of a description. A variable that can stand in an address becomes an entry of the
 * configuration, others are filled with their defaults. `taken` are names that the configuration has already.
 */
export function serversFrom(document: Json, taken: ReadonlySet<string>): Servers {
  const [server, ...others] = listOf(document.servers);
  if (!server) return withBase(addressOfSwagger(document), []);
  const variables: Json = isObject(server.variables) ? server.variables : {};
  const entries: Json[] = [];
  const written = textOf(server.url) ?? "";
  requireShortAddress(written, "servers.0.url");
  const url = written.replaceAll(/\{([^{}/]+)\}/g, (whole, name: string, at: number) => {
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

function withBase(address: string, entries: Json[], others: string[] = []): Servers {
  const isWeb = /^(?:https?:)?\/\//i.test(address) || /^\{/.test(address);
  const base = configurationEntry("base.url", "Base URL", isWeb ? address.replace(/^\/\//, "https://") : "");
  if (others.length > 0) base.description = `Base URL. Others: ${others.slice(0, 10).join(", ")}`;
  const message =
    address === ""
      ? "The description names no address. Set base.url."
      : `${address} is no whole address. Set base.url.`;
  return { configuration: [base, ...entries], problems: isWeb ? [] : [{ place: "servers", message }] };
}

function addressOfSwagger({ host, basePath, schemes }: Json): string {
  if (!textOf(host)) return "";
  const scheme = Array.isArray(schemes) && !schemes.includes("https") && schemes.includes("http") ? "http" : "https";
  return `${scheme}://${String(host)}${textOf(basePath) ?? ""}`.replace(/\/+$/, "");
}
