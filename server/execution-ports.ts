import { Readable } from "node:stream";
import type { RunLimit } from "./account/caller.ts";
import { credentialsIn } from "./account/credentials-in.ts";
import { redact } from "./account/redact.ts";
import { coversFormula } from "./account/run-limit.ts";
import { atDepth, oneDeeper } from "./call-depth.ts";
import type { App } from "./context.ts";
import { isRecord } from "./element/bare-record.ts";
import { parseExactJson } from "./exact-json.ts";
import type { HttpRequest, HttpResponse, Ports } from "./formula/ports.ts";
import { encodeForm } from "./outside/egress/multipart-form.ts";
import type { RunningSandbox } from "./outside/sandbox/sandbox.ts";
import { pauseFor } from "./pause-for.ts";
import { ownerSecrets } from "./services/account/owner-secrets.ts";
import type { ExecutionPorts, Owner } from "./services/execution/engine.ts";
import { runLimit } from "./services/execution/run-limit-scope.ts";
import { elementClientFor, type OfInstance } from "./services/hub/element-client.ts";
import { sendMessage } from "./services/notification/send-message.ts";

/** Shared by all executions of a process. `platform` handles a request to our own REST API without a socket. */
export type SharedPorts = Pick<Ports, "http" | "publish"> & {
  sandbox: Pick<RunningSandbox, "of">;
  platform: (request: Request) => Promise<Response>;
};

/**
 * The ports of one owner's executions: requests to the platform carry the owner's secrets. `depth` is the number of
 * formulas that led to this execution, each started by a request of the one before.
 */
export function executionPorts(app: App, shared: SharedPorts, owner: Owner, depth: number): ExecutionPorts {
  // The list is replaced when it grows, because `redact` prepares each list only once.
  let handled: readonly string[] = [];
  const handle = (secrets: readonly string[]) => {
    const all = new Set([...handled, ...secrets]);
    if (all.size > handled.length) handled = [...all];
  };

  const conceal = (text: string) => redact(text, handled).text;

  async function platform(call: HttpRequest, limit: RunLimit | null): Promise<HttpResponse> {
    const { userSecret, organizationSecret } = await ownerSecrets(app, owner);
    handle([userSecret, organizationSecret]);
    const headers = ownersHeaders(call.headers);
    const url = addressOf(call);
    const authorization = `User ${userSecret}, Organization ${organizationSecret}`;
    const response = await runLimit.run(limit, () => send(call, url, { ...headers, authorization }));
    const text = await response.text();
    const body = text !== "" && isJson(response) ? parseExactJson(text) : text || undefined;
    handle([...credentialsIn(call.body), ...credentialsIn(body)]);
    return {
      code: response.status,
      headers: Object.fromEntries(response.headers),
      body,
      ...messageIn(response.status, body),
      sent: { url, headers: { ...headers, authorization: "********" }, body: call.body },
    };
  }

  const addressOf = ({ url }: HttpRequest) =>
    new URL(`/elements/api-v2/${url.replace(/^\/+/, "")}`, app.env.PUBLIC_URL).href;

  async function send(call: HttpRequest, url: string, headers: Record<string, string>): Promise<Response> {
    const { method, signal } = call;
    const sendOnce = () =>
      oneDeeper(() => shared.platform(new Request(url, { method, headers, body: bodyOf(call), signal })));
    let response = await sendOnce();
    // The request of a process that crashed counts as in progress for a while; then this one is handled.
    while (response.status === 409 && response.headers.has("retry-after")) {
      await pauseFor(1000, signal);
      response = await sendOnce();
    }
    return response;
  }

  const ofInstance: OfInstance = async (token, call, { limit, file }) => {
    const { userSecret } = await ownerSecrets(app, owner);
    handle([userSecret, token]);
    const authorization = `User ${userSecret}, Element ${token}`;
    const url = addressOf(call);
    if (!file) return runLimit.run(limit, () => send(call, url, { ...ownersHeaders(call.headers), authorization }));
    const headers = { ...ownersHeaders(call.headers), authorization, "content-type": file.contentType };
    const body = Readable.toWeb(Readable.from(file.bytes));
    const upload = { method: call.method, headers, body, signal: call.signal, duplex: "half" } as RequestInit;
    return runLimit.run(limit, () => oneDeeper(() => shared.platform(new Request(url, upload))));
  };

  function portsOf(publishers: readonly number[], bound: readonly unknown[]): Ports {
    const ids = new Set(bound.map(Number));
    const limitNow = async () => {
      const limit = await app.state.runLimits(owner, publishers);
      return limit && { ...limit, bound: ids };
    };
    const ports: Ports = {
      http: (call) => atDepth(depth, () => shared.http(call)),
      publish: shared.publish,
      sandbox: shared.sandbox.of(owner.organizationId),
      platform: async (call) => platform(call, await limitNow()),
      ...elementClientFor(app, { owner, depth, onSecrets: handle, conceal, ofInstance, encodeForm, limitNow }),
      notify: ({ to, subject, body }, about) =>
        sendMessage(app, { owner, message: { to, subject: conceal(subject), body: conceal(body) }, ...about }),
      now: app.now,
      sleep: pauseFor,
      async limitedTo(publisher, outermost = bound) {
        if (publishers.length > 0 && !coversFormula(await limitNow(), publisher)) return null;
        const isKnown = [owner.userId, ...publishers].includes(publisher.userId);
        return isKnown ? ports : portsOf([...publishers, publisher.userId], outermost);
      },
    };
    return ports;
  }

  return { secrets: () => handled, hide: handle, ports: portsOf([], []) };
}

/** The author's headers, in any case, come before the defaults; the author's `authorization` is dropped. */
function ownersHeaders(written: Record<string, string>): Record<string, string> {
  const theirs = Object.entries(written).filter(([name]) => name.toLowerCase() !== "authorization");
  const named = new Set(theirs.map(([name]) => name.toLowerCase()));
  const usual = ["accept", "content-type"].filter((name) => !named.has(name));
  return Object.fromEntries([...usual.map((name) => [name, "application/json"]), ...theirs]);
}

/** The words of an error of the API. A formula as a resource may respond with a body of its own. */
function messageIn(status: number, body: unknown): { refusal?: string } {
  return status >= 400 && isRecord(body) && typeof body.message === "string" ? { refusal: body.message } : {};
}

/** A formula as a resource may respond with text. */
const isJson = ({ headers }: Response) => /\bjson\b/i.test(headers.get("content-type") ?? "");

function bodyOf({ method, body }: HttpRequest): string | undefined {
  if (body === undefined || method === "GET" || method === "HEAD") return undefined;
  return typeof body === "string" ? body : JSON.stringify(body);
}
