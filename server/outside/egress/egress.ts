import { Agent } from "undici";
import { parseAllowList } from "./allow-list.ts";
import { createCallbacks } from "./callbacks.ts";
import { createConnect } from "./connect.ts";
import { createGuard, type Guard } from "./guard.ts";
import { createHttp } from "./http.ts";
import { createProvider } from "./provider.ts";
import { createLookup, type Lookup } from "./resolve.ts";

/**
 * Times in milliseconds. `totalMs` counts from the request to the last byte of its response, including the wait for a
 * connection; a streamed body has `streamMs` in addition.
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
  /** The limits of a file in either direction. */
  streamBytes: 6 * 2 ** 30,
  streamMs: 3_600_000,
  /** The limits of a callback and its response (H02). */
  callbackMs: 15_000,
  callbackBytes: 64 * 1024,
  connectionsPerOrigin: 128,
};

type Options = {
  /** EGRESS_ALLOW: private targets that are permitted (see `parseAllowList`). */
  allow?: readonly string[];
  lookup?: Lookup;
} & Partial<typeof LIMITS>;

export type Egress = ReturnType<typeof createEgress>;

/**
 * Sends everything that goes to an address that people or providers name; nothing else does (docs/security.md). HTTP
 * connections are kept alive and shared by all requests to an origin.
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
    /** Upgrades such a socket to TLS. */
    secure,
    /** For libraries that open their own socket. */
    checked,
    /** `connect` to one place configured by the operator, such as `mail.internal:25`, which may be private. */
    connectTo: (place: string) => connectorWith(createGuard(parseAllowList([place]))).connect,
    /** Parses an address and makes the checks that need no lookup; for requests, and before an address is saved. */
    target: guard.target,
    /** Waits for requests in progress, then closes the kept-alive connections. */
    close: () => agent.close(),
  };
}
