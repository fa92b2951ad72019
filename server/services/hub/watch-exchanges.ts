import { MASK } from "#server/account/mask.ts";
import { maskAndCut } from "#server/account/mask-and-cut.ts";
import { isCredentialHeader, redact } from "#server/account/redact.ts";
import { masked } from "#server/element/auth/secrets.ts";
import { bareRecord, isRecord } from "#server/element/bare-record.ts";
import type {
  ElementPorts,
  HookInvocation,
  HookOrigin,
  HookResult,
  ProviderRequest,
  ProviderResponse,
  SqlQuery,
  SqlResult,
} from "#server/element/ports.ts";
import type { Element } from "#server/element/shape.ts";
import { credentialFieldMask, isCredentialField } from "../instance/credential-fields.ts";

/** A request to the provider and its result, with the hooks around it. */
export type WatchedExchange = {
  /** `GET:/contacts`, as chains name resources. */
  resource: string;
  request: { method: string; url: string; headers: Record<string, string>; body: unknown } | null;
  response: { status: number; headers: Record<string, string>; body: unknown } | null;
  /** Why there is no response. */
  error: string | null;
  hooks: WatchedHook[];
  milliseconds: number;
};

/** The values that a hook received and those that it passed to `done`, and its log lines. */
export type WatchedHook = HookOrigin & {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  log: string[];
  milliseconds: number;
  error: string | null;
};

const MOST_EXCHANGES = 100;
/** Longer values are truncated; all values together fit into one page. */
const LONGEST_TEXT = 262_144;
const MOST_TEXT = 4_194_304;
const LEAST_TEXT = 1024;
const MOST_LINES = 1000;
const STREAM = "(a file)";

/**
 * Records the exchanges of one request. Credentials that are known by their field are masked at once, and `secrets` in
 * what is truncated.
 */
export function watchExchanges(element: Pick<Element, "configuration">, secrets: readonly string[]) {
  const exchanges: WatchedExchange[] = [];
  const credentials = new Set<string>();
  const withoutCredentials = credentialFieldMask({ grants: false });
  const truncated = (text: string, length: number) =>
    maskAndCut(text, length, (whole) => redact(withoutCredentials(whole), [...secrets, ...credentials]).text);
  let room = MOST_TEXT;

  const watch = (ports: ElementPorts): ElementPorts => ({
    ...ports,
    ofExchange(resource) {
      const exchange: WatchedExchange = {
        resource: resource.replace(" ", ":"),
        ...{ request: null, response: null, error: null, hooks: [], milliseconds: 0 },
      };
      if (exchanges.length < MOST_EXCHANGES) exchanges.push(exchange);
      return {
        ...ports,
        send: (request, at) => {
          exchange.request = shownRequest(request);
          return timed(exchange, () => ports.send(request, at), shownResponse);
        },
        sql: (query, signal) => {
          exchange.request = shownQuery(query);
          return timed(exchange, () => ports.sql(query, signal), shownRows);
        },
        hook: (call, signal, of) => watchHook(exchange, ports, { call, signal, of }),
      };
    },
  });
  return { exchanges, credentials, watch };

  async function timed<Reply>(
    exchange: WatchedExchange,
    make: () => Promise<Reply>,
    show: (reply: Reply) => WatchedExchange["response"],
  ): Promise<Reply> {
    const began = performance.now();
    try {
      const reply = await make();
      exchange.response = show(reply);
      return reply;
    } catch (error) {
      exchange.error = error instanceof Error ? error.message : String(error);
      throw error;
    } finally {
      exchange.milliseconds = since(began);
    }
  }

  async function watchHook(
    { hooks }: WatchedExchange,
    ports: ElementPorts,
    { call, signal, of }: { call: HookInvocation; signal: AbortSignal; of: HookOrigin | undefined },
  ): Promise<HookResult> {
    const began = performance.now();
    // Variables are live values that the hook and the request change.
    const before = shownVariables(call.variables);
    const result = await ports.hook(call, signal, of);
    hooks.push({
      ...(of ?? { type: "", level: "resource" }),
      before,
      after: shownVariables(result.ok ? passedOn(call.variables, result.value) : call.variables),
      log: result.console.slice(0, MOST_LINES).map((line) => truncated(line, LONGEST_TEXT)),
      milliseconds: since(began),
      error: result.ok ? null : result.error,
    });
    return result;
  }

  function shownVariables(variables: Record<string, unknown>): Record<string, unknown> {
    const shown = bareRecord<unknown>();
    for (const [name, value] of Object.entries(variables))
      shown[name] =
        name === "configuration" && isRecord(value)
          ? masked(element, value as Record<string, string>)
          : /_headers$/.test(name)
            ? withoutCredentialHeaders(bounded(value))
            : bounded(value);
    return shown;
  }

  function shownRequest({ method, url, headers, body }: ProviderRequest): WatchedExchange["request"] {
    for (const value of credentialsIn(headers)) credentials.add(value);
    return { method, url: withoutCredentials(url), headers: { ...headers }, body: bounded(body) };
  }

  function shownResponse({ code, headers, body, stream }: ProviderResponse): WatchedExchange["response"] {
    return { status: code, headers: { ...headers }, body: stream ? STREAM : bounded(body) };
  }

  function shownQuery({ text, values }: SqlQuery): WatchedExchange["request"] {
    return { method: "SQL", url: text, headers: {}, body: bounded(values) };
  }

  function shownRows(result: SqlResult): WatchedExchange["response"] {
    return { status: 200, headers: {}, body: bounded(result) };
  }

  /** A copy as JSON; if it is too long, its truncated text. */
  function bounded(value: unknown): unknown {
    if (value === undefined) return null;
    if (isRecord(value) && (Symbol.asyncIterator in value || "parts" in value)) return STREAM;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const most = Math.max(LEAST_TEXT, Math.min(LONGEST_TEXT, room));
    room -= Math.min(text.length, most);
    if (typeof value === "string" || text.length > most) return truncated(text, most);
    return JSON.parse(text, (name, inner) =>
      typeof inner !== "string" ? inner : isCredentialField(name) ? MASK : withoutCredentials(inner),
    );
  }
}

/** The values of headers that are credentials by their name, also without their scheme. */
const credentialsIn = (headers: Record<string, string>): string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    isCredentialHeader(name) ? [value, value.split(" ").slice(1).join(" ")] : [],
  );

const withoutCredentialHeaders = (headers: unknown): unknown =>
  isRecord(headers)
    ? Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, isCredentialHeader(name) ? MASK : value]),
      )
    : headers;

/** Given maps are merged by key, and null removes a key; any other value replaces the previous one. */
function passedOn(variables: Record<string, unknown>, done: unknown): Record<string, unknown> {
  if (!isRecord(done)) return variables;
  const after = { ...variables };
  for (const [name, value] of Object.entries(done)) {
    const before = after[name];
    after[name] =
      isRecord(value) && isRecord(before)
        ? Object.fromEntries(Object.entries({ ...before, ...value }).filter(([, inner]) => inner !== null))
        : value;
  }
  return after;
}

const since = (began: number): number => Math.round(performance.now() - began);
