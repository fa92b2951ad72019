import { setTimeout as sleep } from "node:timers/promises";
import { cutText } from "#server/cut-text.ts";
import type { Credentials } from "./credentials.ts";
import { CommandError, EXIT, type World } from "./world.ts";

type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

type Options = {
  query?: Query;
  /** Sent as JSON, unless it is a form. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** The token of an element instance, for requests to its provider. */
  token?: string;
};

/** The REST API for commands. Each call refuses (CommandError) an unsuccessful response, with its message. */
export type Api = {
  send: (method: string, path: string, options?: Options) => Promise<Response>;
  /** The JSON of the response. */
  // biome-ignore lint/suspicious/noExplicitAny: each command knows the record of its endpoint.
  json: (method: string, path: string, options?: Options) => Promise<any>;
  /** All entries of a list, page by page. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  list: (path: string, query?: Query) => AsyncGenerator<any>;
};

const MOST_ATTEMPTS = 5;
const MOST_WAIT_S = 60;
const NEXT_PAGE = "elements-next-page-token";

/** Refuses (CommandError) an address that is not one of the web. */
export function createApi(
  { url, userSecret, organizationSecret }: Credentials,
  { fetch, signal }: Pick<World, "fetch" | "signal">,
): Api {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new CommandError(
      `The address ${url} is not valid. It must begin with http:// or https://, as https://formulary.example.com does.`,
    );
  const base = url.replace(/\/+$/, "").replace(/(\/elements\/api-v2)?$/, "/elements/api-v2");

  async function send(method: string, path: string, { query = {}, body, headers, token }: Options = {}) {
    const address = new URL(base + path);
    for (const [name, values] of Object.entries(query))
      for (const value of [values ?? []].flat()) address.searchParams.append(name, String(value));
    const isForm = body instanceof FormData;
    const authorization = `User ${userSecret}, ${token === undefined ? `Organization ${organizationSecret}` : `Element ${token}`}`;
    const request = {
      method,
      signal,
      headers: {
        authorization,
        accept: "application/json",
        ...(body !== undefined && !isForm && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    };
    for (let attempt = 1; ; attempt++) {
      const response = await reach(() => fetch(address, request), base);
      if (response.ok) return response;
      if (response.status !== 429 || attempt === MOST_ATTEMPTS) throw await failureOf(response);
      await response.body?.cancel();
      await sleep(1000 * Math.min(Number(response.headers.get("retry-after")) || attempt, MOST_WAIT_S), null, {
        signal,
      });
    }
  }

  return {
    send,
    json: async (...call) => (await send(...call)).json(),
    async *list(path, query = {}) {
      for (let nextPage: string | undefined; ; ) {
        const response = await send("GET", path, { query: { pageSize: 200, ...query, nextPage } });
        yield* (await response.json()) as unknown[];
        nextPage = response.headers.get(NEXT_PAGE) || undefined;
        if (nextPage === undefined) return;
      }
    },
  };
}

async function reach(request: () => Promise<Response>, base: string): Promise<Response> {
  try {
    return await request();
  } catch (error) {
    if ((error as Error).name === "AbortError") throw error;
    const { cause } = error as Error;
    const why =
      cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : (error as Error).message;
    throw new CommandError(
      `${new URL(base).origin} cannot be reached: ${why}. Check the address, and that it is running.`,
    );
  }
}

async function failureOf(response: Response): Promise<CommandError> {
  const text = await response.text();
  const { message, requestId, providerMessage } = jsonIn(text);
  return new CommandError(
    [
      `${message ?? (cutText(text, 500) || "The server gives no reason.")} (${response.status})`,
      ...(providerMessage ? [`The provider responded: ${providerMessage}`] : []),
      ...(requestId ? [`Request ${requestId}`] : []),
    ].join("\n"),
    EXIT.failed,
    response.status,
  );
}

function jsonIn(text: string): { message?: string; requestId?: string; providerMessage?: string } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
