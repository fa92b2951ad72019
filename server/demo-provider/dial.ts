import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { fieldsOf, ok, Refusal, type Reply, type Route } from "./call.ts";

/** The fault of every n-th request: a status, no response, a reset connection, or truncated JSON. */
type EveryNth = { n: number; status?: number; timeout?: boolean; reset?: boolean; malformed?: boolean };
type Setting = { latencyMs: number; everyNth: EveryNth | null; tokenSeconds: number; expiredBefore: number };

const WELL: Setting = { latencyMs: 0, everyNth: null, tokenSeconds: 3600, expiredBefore: 0 };
const LONGEST_WAIT_MS = 120_000;

/** The decision for one request: continue, or this fault instead. */
export type Fault = "none" | "reset" | "malformed" | Reply;

export type Dial = {
  routes: Route[];
  /** Counts the request and waits for the configured latency; a `timeout` waits until the client disconnects. */
  before: (provider: string, request: IncomingMessage) => Promise<Fault>;
  setting: (provider: string) => Readonly<Setting>;
};

/**
 * The faults of all providers, by name: `PUT /_dial/{provider}` changes the given settings, `{}` none, and `DELETE
 * /_dial/{provider}` resets them. `expireTokens: true` expires all access tokens issued so far.
 */
export function createDial(providers: readonly string[], now: () => Date): Dial {
  const settings = new Map<string, Setting>();
  const calls = new Map<string, number>();
  const setting = (provider: string) => settings.get(provider) ?? WELL;

  function turn(provider: string, fields: Record<string, unknown>): Setting {
    if (!providers.includes(provider)) {
      throw new Refusal(404, "not_found", `There is no provider ${provider}; there are ${providers.join(", ")}.`);
    }
    const unknown = Object.keys(fields).find(
      (name) => !["latencyMs", "everyNth", "tokenSeconds", "expireTokens"].includes(name),
    );
    if (unknown) throw new Refusal(400, "bad_request", `${unknown}: is not on the dial.`);
    const before = setting(provider);
    const turned = {
      latencyMs: count(fields.latencyMs, "latencyMs", before.latencyMs),
      everyNth: fields.everyNth === undefined ? before.everyNth : everyNth(fields.everyNth),
      tokenSeconds: count(fields.tokenSeconds, "tokenSeconds", before.tokenSeconds),
      expiredBefore: fields.expireTokens === true ? now().getTime() : before.expiredBefore,
    };
    settings.set(provider, turned);
    calls.delete(provider);
    return turned;
  }

  return {
    setting,
    routes: [
      ["GET", "/_dial", () => ok(Object.fromEntries(providers.map((provider) => [provider, setting(provider)])))],
      ["PUT", "/_dial/{provider}", (call) => ok(turn(call.variables.provider ?? "", fieldsOf(call)))],
      ["DELETE", "/_dial/{provider}", ({ variables }) => ok(well(variables.provider ?? ""))],
    ],
    async before(provider, request) {
      const { latencyMs, everyNth: faulty } = setting(provider);
      const number = (calls.get(provider) ?? 0) + 1;
      calls.set(provider, number);
      if (latencyMs > 0) await sleep(Math.min(latencyMs, LONGEST_WAIT_MS));
      if (!faulty || number % faulty.n !== 0) return "none";
      if (faulty.timeout) await leaves(request);
      if (faulty.timeout || faulty.reset) return "reset";
      if (faulty.malformed) return "malformed";
      const status = faulty.status ?? 500;
      const headers = status === 429 || status === 503 ? { "retry-after": "1" } : undefined;
      return { status, ...(headers && { headers }), body: { message: `The dial says ${status}.` } };
    },
  };

  function well(provider: string): Setting {
    settings.delete(provider);
    return setting(provider);
  }
}

function everyNth(value: unknown): EveryNth | null {
  if (value === null) return null;
  const { n, status, timeout, reset, malformed } = fieldsOf({ body: value });
  const times = count(n, "everyNth.n", 0);
  if (times === 0) throw new Refusal(400, "bad_request", "everyNth.n: must be a number from 1.");
  const faults = {
    status: status === undefined ? undefined : count(status, "everyNth.status", 500),
    timeout,
    reset,
    malformed,
  };
  const chosen = Object.entries(faults).filter(([, fault]) => fault !== undefined && fault !== false);
  if (chosen.length !== 1)
    throw new Refusal(400, "bad_request", "everyNth: needs one of status, timeout, reset, malformed.");
  return { n: times, ...Object.fromEntries(chosen) };
}

function count(value: unknown, name: string, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (Number.isInteger(value) && Number(value) >= 0) return Number(value);
  throw new Refusal(400, "bad_request", `${name}: must be a whole number from 0.`);
}

const leaves = (request: IncomingMessage) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LONGEST_WAIT_MS);
    request.socket.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
