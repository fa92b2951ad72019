import type { Agent, Dispatcher } from "undici";
import { Failure } from "#server/errors.ts";
import { codeOf, unanswered } from "./failures.ts";
import { tooLarge } from "./reply-body.ts";

type Call = {
  origin: string;
  path: string;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
};

/** One call under way: its limits, and whether any of it may have left. */
type Flight = { sent: boolean; at: string; signal: AbortSignal; totalMs: number; replyBytes: number };

/** `bytes` is the body as it came, still compressed. A header sent several times is joined with ", ". */
type Reply = { code: number; headers: Record<string, string>; bytes: Buffer };

/**
 * Sends one call over a kept-alive connection and collects the reply. It is written against undici's dispatch rather
 * than its `request`, because that cannot be aborted while it still waits for a connection.
 */
export function send(agent: Agent, call: Call, flight: Flight): Promise<Reply> {
  const { at, signal, totalMs, replyBytes } = flight;
  if (signal.aborted) return Promise.reject(signal.reason);

  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let over = false;
    let code = 0;
    let headers: Record<string, string> = {};
    let size = 0;
    const chunks: Buffer[] = [];

    const end = (): boolean => {
      if (over) return false;
      over = true;
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      return true;
    };
    const fail = (error: unknown) => {
      if (!end()) return;
      reject(error);
      controller?.abort(error instanceof Error ? error : new Error("aborted"));
    };
    const onAbort = () => fail(signal.reason);
    const timer = setTimeout(() => fail(overdue(flight)), totalMs);
    signal.addEventListener("abort", onAbort, { once: true });

    agent.dispatch(call, {
      onRequestStart(started) {
        controller = started;
        if (over) return started.abort(new Error("aborted"));
        flight.sent = true;
      },
      onResponseStart(_, status, fields) {
        if (status < 200) return;
        code = status;
        headers = joined(fields);
        if (call.method !== "HEAD" && Number(headers["content-length"]) > replyBytes) fail(tooLarge(at, replyBytes));
      },
      onResponseData(_, chunk) {
        size += chunk.length;
        if (size > replyBytes) fail(tooLarge(at, replyBytes));
        else chunks.push(chunk);
      },
      onResponseEnd() {
        if (end()) resolve({ code, headers, bytes: Buffer.concat(chunks) });
      },
      onResponseError(_, error) {
        if (error instanceof Failure) fail(error);
        else fail(flight.sent ? unanswered(at, error) : unsendable(at, error));
      },
    });
  });
}

const overdue = ({ at, totalMs }: Flight) =>
  new Failure("timedOut", `No complete reply from ${at} within ${totalMs / 1000} s.`);

const unsendable = (at: string, cause: Error) =>
  ["UND_ERR_CLOSED", "UND_ERR_DESTROYED"].includes(codeOf(cause))
    ? new Failure("unavailable", `The call to ${at} was not made, this server is stopping.`, { cause })
    : new Failure("badRequest", `The call to ${at} cannot be sent.`, { cause });

function joined(fields: Record<string, string | string[] | undefined>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields))
    headers[name] = Array.isArray(value) ? value.join(", ") : (value ?? "");
  return headers;
}
