import { IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { Logger } from "pino";
import { returnPath } from "#server/account/return-path.ts";
import { FAILURE_STATUS, Failure, isServerError } from "#server/errors.ts";
import { newRequestId } from "#server/services/usage/request-id.ts";
import { LARGEST_DEFINITIONS } from "./endpoints/definition.ts";
import { LARGEST_FORM } from "./endpoints/element-import.ts";
import { LARGEST_IMAGE } from "./endpoints/organization.ts";
import { asFailure } from "./failures.ts";
import { parseJson } from "./json.ts";
import { announcesBody } from "./unread-body.ts";

type Limits = {
  /** The maximum time without a byte, and in all, in milliseconds. */
  silentMs: number;
  totalMs: number;
};

/** One request, with its body read. */
type Read = { request: IncomingMessage; url: URL; text: string };

type Area = {
  path: RegExp;
  /** Undefined for files that are too large for memory: their handler has its own limit. */
  maxBytes: number | undefined;
  /** For files, which may take longer than other requests of a page. */
  totalMs?: number;
  check?: (read: Read) => void;
};

const KB = 1024;
const MOST_CALLS = 50;
const BULK_UPLOADS = /^\/api\/bulk-uploads$/;

/** Limits of screen requests; the first match counts. Pages have nearly empty bodies. */
const AREAS: Area[] = [
  // A draft of an element has at most 8 MB, plus the other fields.
  { path: /^\/api\/trpc\//, maxBytes: 9 * KB * KB, check: requireCall },
  { path: /^\/api\/imports(?:\/|$)/, maxBytes: LARGEST_FORM + 64 * KB, totalMs: 300_000 },
  { path: /^\/api\/definitions(?:\/|$)/, maxBytes: LARGEST_DEFINITIONS + 64 * KB, totalMs: 300_000 },
  { path: /^\/api\/logo$/, maxBytes: LARGEST_IMAGE + 64 * KB, totalMs: 300_000 },
  { path: BULK_UPLOADS, maxBytes: undefined },
  { path: /^\/api\/auth\//, maxBytes: 64 * KB, check: requireSignIn },
  { path: /^/, maxBytes: 64 * KB },
];

/**
 * Guards Next, which has no limits: reads the body of a request within limits of size, silence and time, refuses
 * malformed requests as JSON with a request id, and passes others on. Refused requests are not logged. Bulk uploads are
 * passed on as they arrive.
 */
export function guardScreens(
  next: (request: IncomingMessage, response: ServerResponse) => unknown,
  { log, publicUrl, silentMs = 10_000, totalMs = 30_000 }: { log: Logger; publicUrl: string } & Partial<Limits>,
): RequestListener {
  const { origin } = new URL(publicUrl);

  return async function guarded(request, response) {
    const requestId = newRequestId();
    try {
      const url = URL.parse(request.url ?? "", origin);
      if (!url) throw new Failure("badRequest", "The address of the request is not valid.");
      const area = AREAS.find(({ path }) => path.test(url.pathname)) as Area;
      if (area.maxBytes === undefined) return void (await next(request, response));
      const isSilent = !announcesBody(request);
      const bytes = isSilent
        ? Buffer.alloc(0)
        : await readWhole(request, area.maxBytes, { silentMs, totalMs: area.totalMs ?? totalMs });
      area.check?.({ request, url, text: bytes.toString() });
      await next(isSilent ? request : replay(request, bytes), response);
    } catch (error) {
      refuse(response, asFailure(error), requestId);
    }
  };

  function refuse(response: ServerResponse, failure: Failure, requestId: string): void {
    const status = FAILURE_STATUS[failure.kind];
    if (isServerError(status)) log.error({ err: failure.cause ?? failure, requestId }, "a screen did not answer");
    if (response.headersSent) return void response.destroy();
    const text = JSON.stringify({ message: failure.message, requestId });
    const headers = { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(text) };
    response
      .writeHead(status, {
        ...headers,
        "elements-request-id": requestId,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        ...failure.headers,
      })
      .end(text);
  }
}

/** The body of a request. Refuses tooLarge, requestTimeout and, if it breaks off, badRequest. */
function readWhole(request: IncomingMessage, limit: number, { silentMs, totalMs }: Limits): Promise<Buffer> {
  if (Number(request.headers["content-length"]) > limit) throw tooLarge(limit);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const total = setTimeout(() => stop(tooSlow(`did not arrive within ${totalMs / 1000} seconds`)), totalMs);
    const silence = setTimeout(() => stop(tooSlow(`paused for ${silentMs / 1000} seconds`)), silentMs);

    function stop(failure?: Failure): void {
      clearTimeout(total);
      clearTimeout(silence);
      request.off("data", onData).off("end", onEnd).off("close", onClose);
      if (failure) reject(failure);
      else resolve(Buffer.concat(chunks, size));
    }
    function onData(chunk: Buffer): void {
      silence.refresh();
      size += chunk.length;
      if (size > limit) stop(tooLarge(limit));
      else chunks.push(chunk);
    }
    const onClose = () => stop(new Failure("badRequest", "The body ended before it was complete."));
    const onEnd = () => stop();
    request.on("data", onData).once("end", onEnd).once("close", onClose);
  });
}

/** The same request with its body in memory. */
function replay(request: IncomingMessage, bytes: Buffer): IncomingMessage {
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  const same = new IncomingMessage(request.socket);
  const { "transfer-encoding": _, ...rest } = headers;
  Object.assign(same, { method, url, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  same.headers = { ...rest, "content-length": String(bytes.length) };
  same.push(bytes);
  same.push(null);
  same.complete = true;
  return same;
}

/** tRPC: JSON of a depth that all parsers below can handle, and no more calls at once than a page makes. */
function requireCall({ request, url, text }: Read): void {
  if (url.pathname.split(",").length > MOST_CALLS)
    throw new Failure("badRequest", `At most ${MOST_CALLS} calls are accepted in one request.`);
  const type = request.headers["content-type"] ?? "";
  for (const json of [text, ...url.searchParams.getAll("input")])
    if (json !== "" && (json !== text || /\bjson\b/i.test(type))) parseJson(json, { anyText: true });
}

const ACTIONS = /^\/api\/auth\/(?:csrf|session|providers|error|sign(?:in|out)(?:\/\w+)?|callback\/\w+)$/;

/** Sign-in: the actions that the screens use, flat fields, and return addresses on our own pages. */
function requireSignIn({ request, url, text }: Read): void {
  if (!ACTIONS.test(url.pathname)) throw new Failure("notFound", "There is no such action of the sign-in.");
  const isJson = /\bjson\b/i.test(request.headers["content-type"] ?? "");
  const sent = text === "" ? {} : isJson ? parseJson(text) : Object.fromEntries(new URLSearchParams(text));
  if (typeof sent !== "object" || sent === null || Object.values(sent).some((value) => typeof value === "object"))
    throw new Failure("badRequest", "The body must be fields with plain values.");
  const { callbackUrl } = sent as Record<string, unknown>;
  for (const back of [callbackUrl, ...url.searchParams.getAll("callbackUrl"), wayBackIn(request)])
    if (back !== undefined && !isPage(back))
      throw new Failure("badRequest", "callbackUrl: must be a page of this installation.");
}

/**
 * Whether it is a page at all; an address of another site is replaced by ours when people are redirected
 * (app/session.ts).
 */
const isPage = (back: unknown): boolean =>
  typeof back === "string" && (returnPath(back) !== undefined || /^https?:$/.test(URL.parse(back)?.protocol ?? ""));

/** The return address that an earlier request stored in a cookie. */
function wayBackIn({ headers: { cookie = "" } }: IncomingMessage): string | undefined {
  const value = /(?:^|;\s*)(?:__Secure-)?next-auth\.callback-url=([^;]*)/.exec(cookie)?.[1];
  try {
    return value === undefined ? undefined : decodeURIComponent(value);
  } catch {
    return "";
  }
}

const tooLarge = (limit: number) =>
  new Failure("tooLarge", `The body is larger than ${limit / KB} KB, the limit of this request.`, CLOSE);

const tooSlow = (what: string) => new Failure("requestTimeout", `The body ${what}.`, CLOSE);

const CLOSE = { headers: { connection: "close" } };
