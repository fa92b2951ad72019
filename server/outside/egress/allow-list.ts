import type ipaddr from "ipaddr.js";
import { canonicalHost, parseAddress } from "./public-address.ts";

/** One entry of EGRESS_ALLOW: a name or a range, at one port or at the default ports. */
type Entry = { port: number | undefined } & ({ host: string } | { range: [ipaddr.IPv4 | ipaddr.IPv6, number] });

/** The target of a request. `addresses` is missing until the name has been resolved. */
export type Place = { host: string; port: number; addresses?: readonly string[] | undefined };

/** Targets that the operator permits beyond the public internet. */
export type AllowList = {
  /** Whether an entry names this host, or a range that holds this address. */
  allows: (host: string, port: number, address: string) => boolean;
  /** Whether an entry names this port, for this host or, if that is not known yet, for some address. */
  opensPort: (place: Place) => boolean;
};

/**
 * Parses EGRESS_ALLOW: `host[:port]`, `address[:port]` or `range/bits[:port]`, IPv6 with a port in brackets. An entry
 * without a port allows the default ports; one with a port allows only that port, even a refused one. A host entry
 * allows all addresses of the name. Throws an Error that quotes an invalid entry.
 */
export function parseAllowList(entries: readonly string[]): AllowList {
  const list = entries.map(parseEntry);
  const covers = (entry: Entry, host: string, address: string | undefined) =>
    "host" in entry ? entry.host === host : address !== undefined && inRange(address, entry.range);

  return {
    allows: (host, port, address) =>
      list.some((entry) => covers(entry, host, address) && (entry.port === undefined || entry.port === port)),
    opensPort: ({ host, port, addresses }) =>
      list.some(
        (entry) =>
          entry.port === port &&
          (addresses
            ? addresses.every((address) => covers(entry, host, address))
            : "range" in entry || entry.host === host),
      ),
  };
}

/** Start, bits, port. IPv6 is in brackets unless bits follow it. */
const ENTRY = /^(\[[^\]]+\]|[^:/]+|[\da-f:.]+(?=\/))(?:\/(\d+))?(?::(\d+))?$/i;

function parseEntry(text: string): Entry {
  const [, start, bits, portText] = parseAddress(text) ? [text, text] : (ENTRY.exec(text) ?? []);
  const host = start === undefined ? null : canonicalHost(start);
  const port = portText === undefined ? undefined : Number(portText);
  if (!host || (port !== undefined && (port < 1 || port > 65_535))) throw unreadable(text);

  const address = parseAddress(host);
  if (!address && bits === undefined) return { host, port };
  const width = address?.kind() === "ipv6" ? 128 : 32;
  const prefix = bits === undefined ? width : Number(bits);
  if (!address || prefix > width) throw unreadable(text);
  return { range: [address, prefix], port };
}

const unreadable = (text: string) =>
  new Error(`EGRESS_ALLOW: "${text}" is not host[:port], address[:port] or range/bits[:port]`);

function inRange(text: string, [start, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean {
  const address = parseAddress(text);
  return address !== null && address.kind() === start.kind() && address.match(start, bits);
}
