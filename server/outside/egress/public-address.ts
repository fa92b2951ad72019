import ipaddr from "ipaddr.js";

/**
 * The part of IPv6 that is allocated to the public internet; ipaddr.js reports all ranges that it does not know as
 * unicast.
 */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/** In a public range, but served by the machine's own host: Azure's WireServer. */
const HOST_SERVICES = new Set(["168.63.129.16"]);

/**
 * Whether every formula may send requests to an IP address: it is in the public unicast range. IPv4 inside
 * `::ffff:0:0/96` is checked as IPv4; all other ways to carry IPv4 in IPv6 (NAT64, 6to4, Teredo, `::a.b.c.d`) are
 * refused, as is text that is not an address.
 */
export function isPublic(address: string): boolean {
  const ip = parseAddress(address);
  if (ip?.range() !== "unicast" || HOST_SERVICES.has(ip.toString())) return false;
  return ip.kind() === "ipv4" || ip.match(GLOBAL_IPV6);
}

/** The canonical address, mapped IPv4 unwrapped; null for anything else, including a zone index. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const strict = ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(":") && ipaddr.IPv6.isValid(text));
  // ipaddr.js takes the long deprecated ::a.b.c.d for mapped IPv4.
  return strict && !text.includes("%") && !/^::\d+\./.test(text) ? ipaddr.process(text) : null;
}

/** The addresses of a host that needs no lookup: a literal, or `localhost` and the names below it (RFC 6761). */
export function knownAddresses(host: string): string[] | undefined {
  if (host === "localhost" || host.endsWith(".localhost")) return ["127.0.0.1", "::1"];
  return parseAddress(host) ? [host] : undefined;
}

/**
 * The canonical host by the URL standard, without brackets and final dot: `0x7f.1`, `2130706433` and `①②⑦.0.0.1` become
 * `127.0.0.1`. `URL` does this only for http addresses. Null if it is no host.
 */
export function canonicalHost(text: string): string | null {
  const bare = bareHost(text);
  const url = URL.parse(`http://${bare.includes(":") ? `[${bare}]` : bare}/`);
  const isHostAlone = url && url.origin === url.href.slice(0, -1) && !url.port;
  const host = isHostAlone ? bareHost(url.hostname) : "";
  return host === "" || host.endsWith(".") ? null : host;
}

/** A host without the brackets of IPv6 and without the final dot. */
export const bareHost = (host: string): string => host.replace(/^\[(.*)\]$|\.$/, "$1");
