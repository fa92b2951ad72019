import { randomUUID } from "node:crypto";
import { maskAndCut } from "#server/account/mask-and-cut.ts";
import { redact } from "#server/account/redact.ts";
import type { App } from "#server/context.ts";
import type { ElementPorts, ProviderRequest, ProviderResponse, SqlQuery, SqlResult } from "#server/element/ports.ts";
import * as traces from "#server/store/element-instance/provision-traces.ts";
import { credentialFieldMask } from "./credential-fields.ts";

const MAX_BODY = 65_536;
/** More is held than is shown, so that no part of a secret remains at the edge. */
const MOST_HELD = 2 * MAX_BODY;
/** For a request with very many pages only the first are kept. */
const MAX_CALLS = 100;

/** One exchange with the provider: `METHOD:/path` with both messages. */
export type TracedExchange = { name: string } & Call;

export type Trace = ReturnType<typeof createTrace>;

type Call = { request: TracedMessage; response: TracedMessage };
type TracedMessage = { body?: string | undefined } & Record<string, unknown>;
type Ports = Pick<ElementPorts, "send" | "sql">;

/**
 * Records requests to the provider by `METHOD:/path`; repeated ones get a number. `grants`: they belong to a
 * provisioning (`providerData.debug`); otherwise to a hub request. When it is stored, credentials are masked, and
 * bodies truncated at 64 KB.
 */
export function createTrace({ send, sql }: Ports, { grants }: { grants: boolean }) {
  const calls: Record<string, Call> = {};
  const withoutCredentials = credentialFieldMask({ grants });

  const ports: Ports = {
    send({ method, url, headers, body }: ProviderRequest, at): Promise<ProviderResponse> {
      const request = { method, url: withoutCredentials(url), headers, body: held(body) };
      return note(
        `${method}:${new URL(url).pathname}`,
        request,
        () => send({ method, url, headers, body }, at),
        (reply) => ({
          code: reply.code,
          headers: reply.headers,
          body: reply.stream ? STREAM : held(reply.body),
        }),
      );
    },
    sql(query: SqlQuery, signal): Promise<SqlResult> {
      const { text, values } = query;
      return note(
        `SQL:${text.trim().split(/\s/, 1)[0]?.toUpperCase()}`,
        { text, body: held(values) },
        () => sql(query, signal),
        (reply) => ({ body: held(reply) }),
      );
    },
  };

  async function note<Reply>(
    name: string,
    request: TracedMessage,
    make: () => Promise<Reply>,
    describe: (reply: Reply) => TracedMessage,
  ): Promise<Reply> {
    const call: Call = { request, response: {} };
    if (Object.keys(calls).length < MAX_CALLS) calls[freeName(name)] = call;
    try {
      const reply = await make();
      call.response = describe(reply);
      return reply;
    } catch (error) {
      call.response = { error: error instanceof Error ? error.message : String(error) };
      throw error;
    }
  }

  /** The recorded requests as JSON text without secrets. */
  function written(secrets: string[]): string {
    const masked = (text: string) => redact(withoutCredentials(text), secrets).text;
    const cut = ({ body, ...message }: TracedMessage): TracedMessage =>
      body === undefined ? message : { ...message, body: maskAndCut(body, MAX_BODY, masked) };
    const kept = Object.entries(calls).map(([name, { request, response }]) => [
      name,
      { request: cut(request), response: cut(response) },
    ]);
    return redact(JSON.stringify(Object.fromEntries(kept)), secrets).text;
  }

  return {
    ...ports,

    /** The recorded requests in their order, without secrets. */
    exchanges: (secrets: string[]): TracedExchange[] =>
      Object.entries<Call>(JSON.parse(written(secrets))).map(([name, call]) => ({ name, ...call })),

    /** Stores the recorded requests for a day; returns their id. */
    async keep(
      { db, now }: Pick<App, "db" | "now">,
      { secrets, ...of }: { organizationId: number; accountId: number; elementId: number; secrets: string[] },
    ): Promise<string> {
      const id = randomUUID();
      const text = written(secrets);
      await traces.insert(db.prisma, { ...of, id, calls: text, createdAt: now() });
      return id;
    },
  };

  function freeName(name: string): string {
    if (!Object.hasOwn(calls, name)) return name;
    for (let number = 2; ; number++) {
      if (!Object.hasOwn(calls, `${name} (${number})`)) return `${name} (${number})`;
    }
  }
}

const held = (body: unknown): string | undefined => bodyText(body)?.slice(0, MOST_HELD);

export const STREAM = "(a stream)";

/** A body as text; streams and forms of files are left out. */
export function bodyText(body: unknown): string | undefined {
  if (body === undefined) return undefined;
  if (typeof body === "object" && body !== null && (Symbol.asyncIterator in body || "parts" in body)) return STREAM;
  return typeof body === "string" ? body : JSON.stringify(body);
}
