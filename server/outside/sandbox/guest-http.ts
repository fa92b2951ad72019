import { Emitter } from "./guest-emitter.ts";

/**
 * The parts of Node's `http` and `https` that hooks use. A hook has no network: its requests are sent to the host as
 * JSON text, and the results arrive through `onReply` while the hook waits.
 */

type Options = Partial<{
  protocol: string;
  hostname: string;
  host: string;
  port: string | number;
  path: string;
  method: string;
  headers: Record<string, unknown>;
  auth: string;
  timeout: number;
  href: string;
}>;

/** The host's report on a request (`hook-calls.ts`). */
export type HostMessage =
  | { code: number; headers: Record<string, string>; body: string }
  | { error: string; errorCode: string; isTimeout?: boolean };

type OnResponse = (response: IncomingMessage) => void;

const MAX_CALLS = 20;
const MAX_BODY_LENGTH = 8 * 1024 * 1024;

const { parse, stringify } = JSON;
const { __call: call } = globalThis as unknown as { __call: (id: string, json: string) => void };
const waiting = new Map<string, ClientRequest>();
let calls = 0;

class IncomingMessage extends Emitter {
  readonly statusCode: number;
  readonly statusMessage = "";
  readonly headers: Record<string, string>;
  complete = false;
  #body: string | undefined;
  #isFlowing = false;

  constructor(code: number, headers: Record<string, string>, body: string) {
    super();
    this.statusCode = code;
    this.headers = headers;
    this.#body = body;
  }

  override on(event: unknown, listener: (...values: unknown[]) => void): this {
    super.on(event, listener);
    return event === "data" || event === "end" ? this.resume() : this;
  }

  override once(event: unknown, listener: (...values: unknown[]) => void): this {
    super.once(event, listener);
    return event === "end" ? this.resume() : this;
  }

  /** Bodies are text here, whatever the encoding. */
  setEncoding(): this {
    return this;
  }

  resume(): this {
    if (!this.#isFlowing) void Promise.resolve().then(() => this.#flow());
    this.#isFlowing = true;
    return this;
  }

  destroy(): this {
    this.removeAllListeners();
    return this;
  }

  async *[Symbol.asyncIterator]() {
    const body = this.#take();
    if (body) yield body;
  }

  #flow() {
    const body = this.#take();
    if (body) this.emit("data", body);
    this.complete = true;
    this.emit("end");
    this.emit("close");
  }

  #take() {
    const body = this.#body;
    this.#body = undefined;
    return body;
  }
}

class ClientRequest extends Emitter {
  readonly method: string;
  readonly #url: string;
  readonly #headers: Record<string, unknown>;
  #body: string | undefined;
  #timeoutMs: number | undefined;
  #id: string | undefined;
  destroyed = false;

  constructor(options: Options, protocol: string, onResponse: OnResponse | undefined) {
    super();
    this.method = String(options.method ?? "GET").toUpperCase();
    this.#url = urlOf(options, protocol);
    this.#headers = { ...options.headers };
    if (options.auth && !this.getHeader("authorization"))
      this.#headers.Authorization = `Basic ${btoa(unescape(encodeURIComponent(String(options.auth))))}`;
    this.#timeoutMs = options.timeout;
    if (onResponse) this.once("response", onResponse as (response: unknown) => void);
  }

  write(chunk: unknown): boolean {
    this.#body = (this.#body ?? "") + String(chunk);
    return true;
  }

  end(chunk?: unknown): this {
    if (chunk !== undefined && chunk !== null && typeof chunk !== "function") this.write(chunk);
    if (this.#id !== undefined || this.destroyed) return this;
    if (calls >= MAX_CALLS) throw new Error(`A hook can make ${MAX_CALLS} HTTP calls at most.`);
    if (this.#body !== undefined && this.#body.length > MAX_BODY_LENGTH)
      throw new Error("The body of a call can have 8 MB at most.");
    this.#id = `${++calls}`;
    waiting.set(this.#id, this);
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(this.#headers))
      if (value !== undefined && value !== null)
        headers[name] = Array.isArray(value) ? value.join(", ") : String(value);
    const httpRequest = { method: this.method, url: this.#url, headers, body: this.#body, timeoutMs: this.#timeoutMs };
    call(this.#id, stringify(httpRequest));
    return this;
  }

  setTimeout(ms: number, onTimeout?: () => void): this {
    this.#timeoutMs = Number(ms);
    if (onTimeout) this.once("timeout", onTimeout);
    return this;
  }

  setHeader(name: string, value: unknown): this {
    this.removeHeader(name);
    this.#headers[name] = value;
    return this;
  }

  getHeader(name: string): unknown {
    return Object.entries(this.#headers).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1];
  }

  removeHeader(name: string): void {
    for (const one of Object.keys(this.#headers))
      if (one.toLowerCase() === name.toLowerCase()) delete this.#headers[one];
  }

  abort(): void {
    this.destroy();
  }

  /** A request without a response ends with an error, as in Node. */
  destroy(error: unknown = failure("socket hang up", "ECONNRESET")): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    const isOpen = this.#id === undefined || waiting.delete(this.#id);
    if (isOpen && this.listenerCount("error") > 0) this.emit("error", error);
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setSocketKeepAlive(): this {
    return this;
  }

  /** `return http.get(…)` is no result. */
  toJSON(): undefined {
    return undefined;
  }
}

/** Throws the errors of listeners. */
export function onReply(id: string, json: string): void {
  const request = waiting.get(id);
  if (!request) return;
  const message = parse(json) as HostMessage;
  if ("error" in message) {
    // The listener may destroy the request, which ends it.
    if (message.isTimeout) request.emit("timeout");
    if (waiting.delete(id)) request.emit("error", failure(message.error, message.errorCode));
    return;
  }
  waiting.delete(id);
  const response = new IncomingMessage(message.code, message.headers, message.body);
  if (!request.emit("response", response)) response.resume();
}

const failure = (message: string, code: string) => Object.assign(new Error(message), { code });

function urlOf({ href, protocol, hostname, host, port, path = "/" }: Options, usual: string): string {
  if (href && !hostname && !host) return String(href);
  const place = hostname ?? host ?? "localhost";
  const authority = port && !/:\d+$/.test(place) ? `${place}:${port}` : place;
  const scheme = String(protocol ?? usual).replace(/:?$/, ":");
  return `${scheme}//${authority}${String(path).replace(/^(?!\/)/, "/")}`;
}

function clientOf(protocol: string) {
  function request(target: string | Options, ...rest: (Options | OnResponse | undefined)[]): ClientRequest {
    const onResponse = rest.find((one) => typeof one === "function");
    const further = rest.find((one) => typeof one === "object" && one !== null);
    const options = typeof target === "string" ? { href: target, ...further } : { ...target, ...further };
    return new ClientRequest(options, protocol, onResponse);
  }
  return {
    request,
    get: (target: string | Options, ...rest: (Options | OnResponse | undefined)[]) => request(target, ...rest).end(),
    /** The host manages connections, so there is nothing to configure. */
    Agent: class Agent {},
    globalAgent: {},
    ClientRequest,
    IncomingMessage,
  };
}

export const http = clientOf("http:");
export const https = clientOf("https:");
