import { z } from "zod";
import { Failure } from "#server/errors.ts";
import type { HttpRequest, HttpResponse } from "#server/formula/ports.ts";
import type { HostMessage } from "./guest-http.ts";
import type { RequestReport, RequestResult } from "./messages.ts";

/**
 * Sends one HTTP request of a hook, with every egress check. A Failure means that there was no response. A body that is
 * not text is sent as JSON.
 */
export type HookHttp = (call: HttpRequest) => Promise<Pick<HttpResponse, "code" | "headers" | "body">>;

const MAX_CALLS = 20;
const MAX_REPLY_BYTES = 8 * 1024 * 1024;
/** The limit for all its requests. Responses that it has not read yet use our memory, not its own. */
const MAX_REPLIES_BYTES = 32 * 1024 * 1024;
const AT_A_TIME = 4;

/** The request format of the guest's `http` (`guest-http.ts`). A process that sends anything else is killed. */
const hookRequest = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
  timeoutMs: z.number().positive().catch(Number.POSITIVE_INFINITY),
});

/** The requests of one hook. `origins`: the only permitted targets. */
export function createHookCalls(hook: { http: HookHttp; origins: readonly string[] | "any"; signals: AbortSignal[] }) {
  const lines: Promise<unknown>[] = Array(AT_A_TIME).fill(Promise.resolve());
  let count = 0;
  let replyBytes = 0;
  let isOver = false;

  async function respond(call: Omit<HttpRequest, "signal">, overdue: AbortSignal): Promise<HostMessage> {
    try {
      return await reply({ ...call, signal: AbortSignal.any([...hook.signals, overdue]) });
    } catch (error) {
      return overdue.aborted ? TIMED_OUT : inWords(error);
    }
  }

  async function reply(call: HttpRequest): Promise<HostMessage> {
    if (!mayGo(call.url))
      throw new Failure("badRequest", `A hook may not call ${originOf(call.url) ?? "this address"}.`);
    const { code, headers, body } = await hook.http(call);
    const text = typeof body === "string" ? body : (JSON.stringify(body) ?? "");
    const bytes = Buffer.byteLength(text);
    if (bytes > MAX_REPLY_BYTES) throw new Failure("badGateway", "The reply is larger than 8 MB.");
    replyBytes += bytes;
    if (replyBytes > MAX_REPLIES_BYTES)
      throw new Failure("badGateway", "The replies to this hook are larger than 32 MB together.");
    return { code, headers, body: text };
  }

  function mayGo(url: string): boolean {
    return hook.origins === "any" || hook.origins.includes(originOf(url) ?? "");
  }

  return {
    /**
     * Throws if the process sends a request that its guest could not have made. `tell` receives the response, unless
     * the hook has ended.
     */
    make({ id, ms, request: given }: RequestReport, send: (reply: RequestResult) => void): void {
      if (count >= MAX_CALLS) throw new Error("A hook made more calls than it can.");
      const { timeoutMs, ...call } = hookRequest.parse(given);
      const overdue = AbortSignal.timeout(Math.ceil(Math.min(timeoutMs, ms)));
      const line = count++ % AT_A_TIME;
      lines[line] = Promise.resolve(lines[line])
        .then(() => respond(call, overdue))
        .then((message) => {
          // A process that is about to be killed needs no reason, and must not respond with it.
          if (!isOver && !hook.signals.some(({ aborted }) => aborted)) send({ id, json: JSON.stringify(message) });
        });
    },
    /** The hook has returned; requests that it did not wait for continue until they end. */
    end: (): Promise<unknown> => {
      isOver = true;
      return Promise.allSettled(lines);
    },
  };
}

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined);

const TIMED_OUT: HostMessage = { error: "The call timed out.", errorCode: "ETIMEDOUT", isTimeout: true };

function inWords(error: unknown): HostMessage {
  if (!(error instanceof Failure)) return { error: "The call could not be made.", errorCode: "ECONNRESET" };
  const isTimeout = error.kind === "timedOut";
  return { error: error.message, errorCode: isTimeout ? "ETIMEDOUT" : "ECONNRESET", isTimeout };
}
