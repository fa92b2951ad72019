import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Writable } from "node:stream";
import type { Dispatcher } from "undici";
import { ELSEWHERE_HEADER, SIGNATURE_HEADER } from "#server/routing-key.ts";
import type { Cell } from "./cells.ts";

/** Headers of one connection (RFC 9110, 7.6.1), and those by which proxies and cells speak to each other. */
const DROPPED = new Set([
  ...["connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization", "te", "trailer"],
  ...["transfer-encoding", "upgrade", "expect"],
  ...["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto", "x-real-ip"],
  ...[SIGNATURE_HEADER, ELSEWHERE_HEADER],
]);

/** Errors before anything was sent: another try does no harm. */
const NOT_SENT = new Set([
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT"],
]);

/** The beginning of a response. */
export type Head = { status: number; headers: string[] };

export type Passing = {
  cell: Cell;
  request: IncomingMessage;
  response: ServerResponse;
  /** The path with its query, as the cell receives it. */
  url: string;
  /** The address of the client, and how it reached the router. */
  client: string;
  protocol: string;
  /** The body, if it was read already. */
  bytes: Buffer | undefined;
  /**
   * May replace the headers, or send a response of its own and return undefined. `elsewhere` is the verified address of
   * a person whom the cell does not know.
   */
  onHead: (head: Head, elsewhere: string | undefined) => Head | undefined;
};

/** `unreachable`: nothing was sent. `broken`: the request may have been carried out. `aborted`: the client left. */
export type Outcome = "done" | "unreachable" | "broken" | "aborted";

/** Passes a request on to a cell, and its response back, both as they arrive. */
export async function passOn(passing: Passing): Promise<Outcome> {
  const outcome = await tryOnce(passing);
  // The cell may have closed a connection that was idle. A read can be repeated.
  const isRead = /^(?:GET|HEAD|OPTIONS)$/.test(passing.request.method ?? "") && !hasBody(passing.request);
  return outcome === "broken" && isRead && !passing.response.headersSent ? tryOnce(passing) : outcome;
}

function tryOnce({ cell, request, response, url, client, protocol, bytes, onHead }: Passing): Promise<Outcome> {
  const signal = new EventEmitter();
  const onClose = () => signal.emit("abort");
  response.once("close", onClose);
  const body = bytes ?? (hasBody(request) ? request : null);
  const headers = forwarded(request.rawHeaders, bytes);
  headers.push("x-forwarded-for", client, "x-forwarded-proto", protocol);
  const { host } = request.headers;
  if (host !== undefined) headers.push("x-forwarded-host", host);
  return new Promise((resolve) => {
    cell.pool.stream(
      { method: request.method as Dispatcher.HttpMethod, path: url, headers, body, signal, responseHeaders: "raw" },
      ({ statusCode, headers: raw }) => {
        const received = raw as unknown as string[];
        const [elsewhere] = valuesOf(received, ELSEWHERE_HEADER);
        const head = onHead({ status: statusCode, headers: withoutHops(received) }, elsewhere);
        if (!head) return nowhere();
        response.writeHead(head.status, head.headers);
        // A stream may have nothing to say for a long time.
        if (!isShort(head)) response.flushHeaders();
        return response;
      },
      (error) => {
        response.off("close", onClose);
        if (!error) resolve("done");
        else if (response.destroyed || response.closed) resolve("aborted");
        else if (response.headersSent) {
          response.destroy();
          resolve("broken");
        } else resolve(NOT_SENT.has((error as NodeJS.ErrnoException).code ?? "") ? "unreachable" : "broken");
      },
    );
  });
}

const isShort = ({ headers }: Head) => headers.some((text, index) => index % 2 === 0 && /^content-length$/i.test(text));

export const hasBody = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

/** The headers of a request without those of its connection; the length of a body that was read is its own. */
function forwarded(raw: string[], bytes: Buffer | undefined): string[] {
  const kept = withoutHops(raw);
  if (!bytes) return kept;
  const rest = pairs(kept).filter(([name]) => !/^content-length$/i.test(name));
  return [...rest.flat(), "content-length", String(bytes.length)];
}

function withoutHops(raw: string[]): string[] {
  const named = new Set<string>();
  for (const [name, value] of pairs(raw))
    if (/^connection$/i.test(name)) for (const one of value.split(",")) named.add(one.trim().toLowerCase());
  // Nobody takes from a request what says where it goes and where it ends.
  for (const name of ["host", "content-length"]) named.delete(name);
  const kept: string[] = [];
  for (const [name, value] of pairs(raw)) {
    const lower = name.toLowerCase();
    if (!DROPPED.has(lower) && !named.has(lower)) kept.push(name, value);
  }
  return kept;
}

export const valuesOf = (headers: string[], name: string): string[] =>
  headers.filter((_, index) => index % 2 === 1 && headers[index - 1]?.toLowerCase() === name);

const pairs = (raw: string[]): [string, string][] =>
  Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? "", raw[2 * index + 1] ?? ""]);

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
