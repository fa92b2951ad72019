import type { Agent } from "undici";
import { Failure } from "#server/errors.ts";
import type { Callbacks } from "#server/ports.ts";
import type { createConnect } from "./connect.ts";
import type { Guard } from "./guard.ts";
import { DEFAULTS } from "./http.ts";
import { requestHeaders } from "./request-head.ts";
import { collect, open } from "./send.ts";

const HEADERS = { ...DEFAULTS, "accept-encoding": "identity", "content-type": "application/json" };

type Options = {
  agent: Agent;
  guard: Guard;
  checked: ReturnType<typeof createConnect>["checked"];
  /** From the request to the last byte of its response, including the wait for a connection. */
  callbackMs: number;
  /** The limit for a response; a larger one is refused by closing the connection. */
  callbackBytes: number;
};

/** Sends callbacks: a POST that is never redirected and never retried here, with a truncated response. */
export function createCallbacks({ agent, guard, checked, callbackMs, callbackBytes }: Options): Callbacks {
  return {
    async check(text) {
      const { host, port } = guard.target(text);
      try {
        await checked({ host, port });
      } catch (error) {
        // A name that cannot be resolved now may be resolvable when something is sent.
        if (error instanceof Failure && error.kind === "badRequest") throw error;
      }
    },

    async post({ url: text, headers, body }) {
      const { url, at } = guard.target(text);
      const call = {
        origin: url.origin,
        path: url.pathname + url.search,
        method: "POST",
        headers: requestHeaders(headers, HEADERS),
        body,
      };
      // It has its own timeout.
      const flight = { sent: false, at, signal: NEVER, totalMs: callbackMs };
      const { stream, ...head } = await open(agent, call, flight, () => ({ bytes: Number.POSITIVE_INFINITY }));
      const bytes = await collect(stream, callbackBytes);
      return { status: head.code, headers: head.headers, text: bytes.toString() };
    },
  };
}

const NEVER = new AbortController().signal;
