import type { IncomingMessage } from "node:http";
import { BASE_PATH, createApi, inProcess } from "#server/api/app.ts";
import type { Endpoint } from "#server/api/endpoint.ts";
import { ENDPOINTS } from "#server/api/endpoints.ts";
import { handleFormulaResource } from "#server/api/formula-resource.ts";
import { hubCalls } from "#server/api/hub-calls.ts";
import { anApp, type TestApp, type TestAppOptions } from "./app.ts";

/** The authentication headers of a user. */
export type AuthHeaders = { authorization: string };

// biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape.
export type TestResponse = { status: number; headers: Headers; body: any; text: string; bytes: Uint8Array };

type RequestOptions = {
  as?: AuthHeaders | undefined;
  method?: string;
  headers?: Record<string, string>;
  /** The client's IP address. */
  from?: string;
  /** Sent as JSON; a form, a string or bytes are sent unchanged. */
  body?: unknown;
  /** Ends when the client closes its connection. */
  signal?: AbortSignal;
};

/** The REST API in this process, on its own database: no port, and only encryption and hashing are faked. */
export type TestApi = {
  app: TestApp;
  fetch: (path: string, send?: RequestOptions) => Promise<TestResponse>;
  /** Requests by a formula, as its `request` steps make them. */
  platform: (request: Request) => Promise<Response>;
  close: () => Promise<void>;
};

/** Opens the API; call `close` in `afterAll`. */
export async function anApi({
  endpoints = ENDPOINTS,
  ...options
}: { endpoints?: readonly Endpoint[] } & TestAppOptions = {}): Promise<TestApi> {
  const app = await anApp(options);
  const api = createApi(app, { endpoints, otherPaths: handleFormulaResource, elementCalls: hubCalls });
  app.api = inProcess(api);
  return {
    app,
    async fetch(path, { as, method = "GET", headers = {}, from, body, signal } = {}) {
      const isForm = body instanceof FormData;
      const isRaw = isForm || typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream;
      const isTyped = body !== undefined && !isForm;
      const sent = { ...as, ...(isTyped && { "content-type": "application/json" }), ...headers };
      const init = {
        method,
        ...(signal && { signal }),
        headers: sent,
        ...(body !== undefined && { body: isRaw ? (body as BodyInit) : JSON.stringify(body), duplex: "half" }),
      };
      const incoming = { headers: sent, socket: { remoteAddress: from } } as unknown as IncomingMessage;
      const reply = await api.request(
        `http://localhost${BASE_PATH}${path}`,
        init,
        from === undefined ? {} : { incoming },
      );
      const bytes = new Uint8Array(await reply.arrayBuffer());
      const text = new TextDecoder().decode(bytes);
      const isJson = text !== "" && /\bjson\b/.test(reply.headers.get("content-type") ?? "");
      return { status: reply.status, headers: reply.headers, body: isJson ? parsed(text) : undefined, text, bytes };
    },
    platform: async (request) => api.fetch(request),
    close: () => app.close(),
  };
}

/** Undefined for a file with a line of JSON for each row. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
