import { Agent } from "undici";
import { parseAllowList } from "./allow-list.ts";
import { createCallbacks } from "./callbacks.ts";
import { createConnect } from "./connect.ts";
import { createGuard, type Guard } from "./guard.ts";
import { createHttp } from "./http.ts";
import { createProvider } from "./provider.ts";
import { createLookup, type Lookup } from "./resolve.ts";

/**
 * Times in milliseconds. `totalMs` counts from the call to the last byte of its reply, with the wait for a connection;
 * a body that is a stream has `streamMs` for itself.
 */
const LIMITS = {
  lookupMs: 5000,
  connectMs: 10_000,
  headersMs: 30_000,
  bodyIdleMs: 30_000,
  totalMs: 120_000,
  /** Limit for a response body, as received and after each layer of decompression. */
  replyBytes: 10 * 2 ** 20,
  /** Limit for a provider's error. */
  errorBytes: 2 * 2 ** 20,
  /** A file in either direction, and how long it may take. */
  streamBytes: 6 * 2 ** 30,
  streamMs: 3_600_000,
  /** A callback, and the part of its response that is read (H02). */
  callbackMs: 15_000,
  callbackBytes: 64 * 1024,
  connectionsPerOrigin: 128,
};

type Options = {
  /** EGRESS_ALLOW: what may be called although it is private (see `parseAllowList`). */
  allow?: readonly string[];
  lookup?: Lookup;
} & Partial<typeof LIMITS>;

export type Egress = ReturnType<typeof createEgress>;

/**
 * The one door to the outside: every byte the product sends to an address that people or providers name goes through
 * here (docs/security.md). HTTP connections are kept alive and shared by all callers of an origin.
 */
export function createEgress({ allow = [], lookup = createLookup(), ...changed }: Options = {}) {
  const limits = { ...LIMITS, ...changed };
  const connectorWith = (guard: Guard) => createConnect({ guard, lookup, ...limits });
  const guard = createGuard(parseAllowList(allow));
  const { connect, checked, secure } = connectorWith(guard);

  const agent = new Agent({
    allowH2: false,
    connections: limits.connectionsPerOrigin,
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.bodyIdleMs,
    connect(place, callback) {
      const tls = place.protocol === "https:";
      connect({ host: place.hostname, port: Number(place.port) || (tls ? 443 : 80), tls }).then(
        (socket) => callback(null, socket),
        (error) => callback(error, null),
      );
    },
  });

  return {
    http: createHttp({ agent, guard, ...limits }),
    /** The `send` port of elements. */
    provider: createProvider({ agent, guard, ...limits }),
    callbacks: createCallbacks({ agent, guard, checked, ...limits }),
    /** A checked socket, for protocols other than HTTP. */
    connect,
    /** Goes over to TLS on such a socket. */
    secure,
    /** For a library that insists on opening its own socket. */
    checked,
    /** `connect` to the one place an operator configured, such as `mail.internal:25`, which may be private. */
    connectTo: (place: string) => connectorWith(createGuard(parseAllowList([place]))).connect,
    /** Reads an address and makes the checks that need no lookup; for calls, and for when an address is saved. */
    target: guard.target,
    /** Lets calls under way end, then closes the kept-alive connections. */
    close: () => agent.close(),
  };
}
