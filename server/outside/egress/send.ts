import type { Agent, Dispatcher } from "undici";
import { Failure } from "#server/errors.ts";
import { codeOf, unanswered } from "./failures.ts";
import type { Outflow } from "./outflow.ts";
import { tooLarge } from "./reply-body.ts";
import { createReplyStream, type ReplyStream } from "./reply-stream.ts";

export type Call = {
  origin: string;
  path: string;
  method: string;
  headers: Record<string, string>;
  /** An outflow is sent in chunks unless the headers contain `content-length`. It ends with the request. */
  body: string | Uint8Array | Outflow | null;
};

/**
 * A request in progress: whether any of it may have been sent, and its timeout to the last byte of the response. A
 * streamed body has `uploadMs`, and `totalMs` begins after it.
 */
export type Flight = { sent: boolean; at: string; signal: AbortSignal; totalMs: number; uploadMs?: number };

export type Head = { code: number; headers: Record<string, string> };

/** Limits for a response, in bytes as received. `totalMs` restarts when it is set. */
export type Allowance = { bytes: number; totalMs?: number };

/** `bytes` is the body as received, still compressed. A header sent several times is joined with ", ". */
export type Reply = Head & { bytes: Buffer };

/** Sends one request over a kept-alive connection and collects the response. */
export async function send(agent: Agent, call: Call, flight: Flight, limit: number): Promise<Reply> {
  const { stream, ...head } = await open(agent, call, flight, () => ({ bytes: limit }));
  return { ...head, bytes: await collect(stream) };
}

/** The content of a stream; with a `limit` at most that many bytes, and the rest is cancelled. */
export async function collect(stream: ReplyStream, limit = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limit) break;
  }
  return Buffer.concat(chunks, Math.min(size, limit));
}

/**
 * Sends one request over a kept-alive connection; resolves with the headers of the response, whose body the caller
 * reads or cancels. It uses undici's dispatch rather than its `request`, because that cannot be aborted while it still
 * waits for a connection.
 */
export function open(
  agent: Agent,
  call: Call,
  flight: Flight,
  allow: (head: Head) => Allowance,
): Promise<Head & { stream: ReplyStream }> {
  const { at, signal } = flight;
  if (signal.aborted) return Promise.reject(signal.reason);

  const outflow = isOutflow(call.body) ? call.body : undefined;
  const announced = Number(call.headers["content-length"]);

  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let over = false;
    let code = 0;
    let limit = 0;
    let received = 0;
    let sent = 0;
    let isWhole = !outflow;
    const reply = createReplyStream((reason) => {
      if (end()) controller?.abort(reason ?? new Error("cancelled"));
    });

    const end = (): boolean => {
      if (over) return false;
      over = true;
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      outflow?.release();
      return true;
    };
    const fail = (error: unknown) => {
      if (!end()) return;
      reject(error);
      reply.fail(error);
      controller?.abort(error instanceof Error ? error : new Error("aborted"));
    };
    const onAbort = () => fail(signal.reason);
    const startTimer = (ms: number) => setTimeout(() => fail(overdue(at, ms)), ms);
    let timerMs = (outflow && flight.uploadMs) || flight.totalMs;
    let timer = startTimer(timerMs);
    const restartTimer = (ms: number | undefined) => {
      if (ms === undefined || over) return;
      if (ms === timerMs) return void timer.refresh();
      clearTimeout(timer);
      timerMs = ms;
      timer = startTimer(ms);
    };
    signal.addEventListener("abort", onAbort, { once: true });

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (over) return started.abort(new Error("aborted"));
        flight.sent = true;
      },
      onResponseStart(_, status, fields) {
        if (status < 200) return;
        code = status;
        const head = { code, headers: joined(fields) };
        const allowed = allow(head);
        limit = allowed.bytes;
        if (call.method !== "HEAD" && Number(head.headers["content-length"]) > limit) return fail(tooLarge(at, limit));
        restartTimer(allowed.totalMs);
        resolve({ ...head, stream: reply.stream });
      },
      onResponseData(from, chunk) {
        received += chunk.length;
        if (received > limit) fail(tooLarge(at, limit));
        else reply.push(from, chunk);
      },
      onResponseEnd() {
        if (!isWhole && code < 400) fail(respondedEarly(at));
        else if (end()) reply.end();
      },
      onResponseError(_, error) {
        if (error instanceof Failure) fail(error);
        else fail(flight.sent ? unanswered(at, error) : unsendable(at, error));
      },
    };
    if (outflow) {
      handler.onBodySent = (chunk) => {
        sent += chunk.length;
        isWhole ||= sent === announced;
      };
      handler.onRequestSent = () => {
        isWhole = true;
        if (code === 0) restartTimer(flight.totalMs);
      };
    }
    // undici takes async iterables; its types do not say so.
    agent.dispatch({ ...call, body: outflow ? outflow.body : call.body } as Dispatcher.DispatchOptions, handler);
  });
}

const isOutflow = (body: Call["body"]): body is Outflow =>
  typeof body === "object" && body !== null && "release" in body;

const respondedEarly = (at: string) =>
  new Failure("badGateway", `${at} replied before it had received the whole request.`);

const overdue = (at: string, ms: number) =>
  new Failure("timedOut", `No complete reply from ${at} within ${ms / 1000} s.`);

const unsendable = (at: string, cause: Error) =>
  ["UND_ERR_CLOSED", "UND_ERR_DESTROYED"].includes(codeOf(cause))
    ? new Failure("unavailable", `The request to ${at} was not sent because this server is shutting down.`, { cause })
    : new Failure("badRequest", `The call to ${at} cannot be sent.`, { cause });

function joined(fields: Record<string, string | string[] | undefined>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields))
    headers[name] = Array.isArray(value) ? value.join(", ") : (value ?? "");
  return headers;
}
