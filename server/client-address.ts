import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";

/**
 * Whether the proxy at `address`, the `hop`-th before us, is trusted to name the client's address. Undefined: no proxy
 * is.
 */
export type TrustProxy = ((address: string, hop: number) => boolean) | undefined;

export const UNKNOWN_ADDRESS = "unknown";
const MOST_HOPS = 32;

/**
 * Parses the setting TRUST_PROXY: `off`, the number of proxies in front, or a list of their addresses and CIDR ranges.
 * Throws an Error with the reason.
 */
export function parseTrustProxy(text: string): TrustProxy {
  if (text === "off" || text === "0") return undefined;
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    if (hops > MOST_HOPS) throw new Error(`must be at most ${MOST_HOPS} proxies`);
    return (_, hop) => hop < hops;
  }
  const ranges = text.split(",").map((part) => rangeOf(part.trim()));
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return ranges.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits));
  };
}

function rangeOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const isAddress = plainAddress(text.replace(/\/\d+$/, "")) !== undefined;
  const cidr = text.includes("/") ? text : `${text}/${text.includes(":") ? 128 : 32}`;
  if (isAddress && ipaddr.isValidCIDR(cidr)) return ipaddr.parseCIDR(cidr);
  throw new Error(`must be off, a number of proxies, or a list of addresses and CIDR ranges; not ${text}`);
}

type Sender = { remoteAddress: string | undefined; forwardedFor: string | undefined };

/**
 * The client's address: the address of the socket or, as far as each proxy on the way is trusted, the address that the
 * proxy appended to X-Forwarded-For. Entries further left were written by the client and are ignored.
 */
export function clientAddress({ remoteAddress, forwardedFor }: Sender, trust: TrustProxy): string {
  let address = plainAddress(remoteAddress ?? "") ?? UNKNOWN_ADDRESS;
  if (!trust || !forwardedFor) return address;
  const named = forwardedFor.split(",").slice(-MOST_HOPS);
  for (let hop = 0; named.length > 0 && trust(address, hop); hop++) {
    const before = plainAddress(named.pop() ?? "");
    if (before === undefined) break;
    address = before;
  }
  return address;
}

/** An address without port, brackets and zone; an IPv4 address in IPv6 form as IPv4. Undefined for anything else. */
function plainAddress(text: string): string | undefined {
  // As sockets have it, which every request asks for.
  const mapped = text.startsWith("::ffff:") ? text.slice("::ffff:".length) : text;
  if (ipaddr.IPv4.isValidFourPartDecimal(mapped)) return mapped;
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, "$1")
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1")
    .replace(/%.*$/, "");
  if (!ipaddr.IPv6.isValid(bare) && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return undefined;
  return ipaddr.process(bare).toString();
}

/** The key for rate limits: the address, or the /64 of an IPv6 address, since one machine owns all of it. */
export function addressGroup(address: string): string {
  if (ipaddr.IPv4.isValidFourPartDecimal(address) || !ipaddr.IPv6.isValid(address)) return address;
  const [network] = ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString().split("%");
  return `${network}/64`;
}

type Sent = Pick<IncomingMessage, "headers" | "socket">;

/** The client of a request as Node received it. */
export function clientOf(request: Sent | undefined, trust: TrustProxy): string {
  if (!request) return UNKNOWN_ADDRESS;
  const forwardedFor = trust && request.headers["x-forwarded-for"];
  return clientAddress(
    {
      remoteAddress: request.socket?.remoteAddress,
      forwardedFor: Array.isArray(forwardedFor) ? forwardedFor.join(",") : forwardedFor,
    },
    trust,
  );
}

const clients = new AsyncLocalStorage<string>();

/** Runs work for a client. Screens read the client's address from here, since Next cannot pass it on. */
export const forClient = <Result>(address: string, work: () => Result): Result => clients.run(address, work);

export const currentClient = (): string => clients.getStore() ?? UNKNOWN_ADDRESS;
