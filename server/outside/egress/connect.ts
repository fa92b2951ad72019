import { once } from "node:events";
import net, { type LookupFunction } from "node:net";
import tls from "node:tls";
import { Failure } from "#server/errors.ts";
import { unconnected, unresolved } from "./failures.ts";
import { type Guard, hostText } from "./guard.ts";
import { canonicalHost, knownAddresses } from "./public-address.ts";
import type { Lookup } from "./resolve.ts";

type Options = { guard: Guard; lookup: Lookup; lookupMs: number; connectMs: number };
type Place = { host: string; port: number; ownPorts?: readonly number[]; signal?: AbortSignal };

/**
 * For libraries that open their own socket (`net.connect` options): the name was resolved and checked, and `lookup`
 * returns only those addresses. `servername` is set for TLS to a name.
 */
export type CheckedPlace = { host: string; port: number; servername?: string; lookup: LookupFunction };

/**
 * Opens sockets; nothing else does. Three checks (docs/security.md): the host as written, every address it resolves to,
 * and the peer of the open socket before a byte is written to it. The connection uses the checked addresses, so a name
 * server with changing results has no effect.
 */
export function createConnect({ guard, lookup, lookupMs, connectMs }: Options) {
  /** Resolves the name and checks all its addresses. */
  async function checked(place: Place): Promise<CheckedPlace> {
    const { port, ownPorts, signal } = place;
    const host = canonicalHost(place.host);
    if (!host) throw new Failure("badRequest", "address not allowed: the host is not a valid name.");
    const at = textOf(place);
    const addresses = knownAddresses(host) ?? (await addressesOf(host, at, signal));
    guard.check({ host, port, addresses }, ownPorts);
    return { host, port, lookup: responding(addresses), ...(!net.isIP(host) && { servername: host }) };
  }

  async function addressesOf(host: string, at: string, signal?: AbortSignal): Promise<string[]> {
    const limit = limited(lookupMs, signal);
    try {
      const addresses = await Promise.race([lookup(host, limit), rejection(limit)]);
      if (addresses.length === 0) throw Object.assign(new Error("no address"), { code: "ENOTFOUND" });
      return addresses;
    } catch (error) {
      throw signal?.aborted ? signal.reason : unresolved(at, error);
    }
  }

  /**
   * An open socket to a checked peer, with `tls` after its handshake. Throws a Failure: `badRequest` if the target is
   * refused, else one with the reason why there is no connection.
   */
  async function connect(place: Place & { tls?: boolean }): Promise<net.Socket> {
    const limit = limited(connectMs, place.signal);
    let socket: net.Socket | undefined;
    try {
      const { servername, ...options } = await checked({ ...place, signal: limit });
      socket = net.connect({ ...options, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 });
      // An error before the caller listens, or on the socket below TLS, would otherwise end the process.
      socket.on("error", () => {});
      await once(socket, "connect", { signal: limit });
      guard.check({ ...options, addresses: [socket.remoteAddress ?? ""] }, place.ownPorts);
      return place.tls ? await handshake(socket, { socket, servername, host: options.host }, limit) : socket;
    } catch (error) {
      socket?.destroy();
      throw failureOf(error, place, limit);
    }
  }

  /**
   * Upgrades an open socket to TLS, for protocols that begin without; `anyCertificate` protects against eavesdropping
   * but does not authenticate the peer. Throws like `connect`.
   */
  async function secure(
    socket: net.Socket,
    { anyCertificate = false, ...place }: Place & { anyCertificate?: boolean },
  ): Promise<net.Socket> {
    const limit = limited(connectMs, place.signal);
    const host = canonicalHost(place.host) ?? "";
    const servername = net.isIP(host) ? undefined : host;
    try {
      return await handshake(socket, { socket, servername, host, rejectUnauthorized: !anyCertificate }, limit);
    } catch (error) {
      socket.destroy();
      throw failureOf(error, place, limit);
    }
  }

  return { checked, connect, secure };
}

async function handshake(socket: net.Socket, options: tls.ConnectionOptions, signal: AbortSignal): Promise<net.Socket> {
  const secured = tls.connect(options);
  secured.on("error", () => {});
  try {
    await once(secured, "secureConnect", { signal });
    return secured;
  } catch (error) {
    secured.destroy();
    socket.destroy();
    throw error;
  }
}

function failureOf(error: unknown, place: Place, limit: AbortSignal): unknown {
  if (error instanceof Failure) return error;
  if (place.signal?.aborted) return place.signal.reason;
  return unconnected(textOf(place), limit.aborted ? limit.reason : error);
}

const textOf = ({ host, port }: Place) => hostText(host, port, 80, 443);

const limited = (ms: number, signal?: AbortSignal) =>
  signal ? AbortSignal.any([signal, AbortSignal.timeout(ms)]) : AbortSignal.timeout(ms);

const rejection = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

const responding =
  (addresses: readonly string[]): LookupFunction =>
  (_host, options, callback) => {
    const all = addresses.map((address) => ({ address, family: net.isIP(address) }));
    const [first] = all;
    if (options.all || !first) callback(null, all);
    else callback(null, first.address, first.family);
  };
