import { randomUUID } from "node:crypto";
import { redact } from "#server/account/redact.ts";
import type { App } from "#server/context.ts";
import { MASK } from "#server/element/auth/secrets.ts";
import type { ElementPorts, ProviderReply, ProviderRequest } from "#server/element/ports.ts";
import * as traces from "#server/store/provision-traces.ts";

const MAX_BODY = 20_000;
/** Fields by which providers and we name credentials in token calls. */
const CREDENTIAL =
  "code|code_verifier|client_secret|client_assertion|password|refresh_token|access_token|id_token|token|oauth_token|oauth_token_secret|oauth_verifier|secret";
const IN_FORM = new RegExp(`(^|[&?])(${CREDENTIAL})=[^&]*`, "gi");
const IN_JSON = new RegExp(`("(?:${CREDENTIAL})"\\\\s*:\\\\s*)"(?:[^"\\\\\\\\]|\\\\\\\\.)*"`, "gi");

type Call = { request: object; response: object };

/**
 * Notes the provider calls of one provisioning (contract §4.1, `providerData.debug`), by `METHOD:/path`; of several to
 * one address, the later ones have a number. Credentials are masked when it is kept.
 */
export function createTrace(send: ElementPorts["send"]) {
  const calls: Record<string, Call> = {};

  return {
    async send(request: ProviderRequest, at: Parameters<ElementPorts["send"]>[1]): Promise<ProviderReply> {
      const { method, url, headers } = request;
      const call: Call = { request: { method, url, headers, body: shown(request.body) }, response: {} };
      calls[freeName(`${method}:${new URL(url).pathname}`)] = call;
      try {
        const reply = await send(request, at);
        call.response = { code: reply.code, headers: reply.headers, body: shown(reply.body) };
        return reply;
      } catch (error) {
        call.response = { error: error instanceof Error ? error.message : String(error) };
        throw error;
      }
    },

    /** Keeps what was noted, for a day; answers with its id. */
    async keep(
      { db, now }: Pick<App, "db" | "now">,
      { secrets, ...of }: { organizationId: number; elementId: number; secrets: string[] },
    ): Promise<string> {
      const id = randomUUID();
      const text = redact(JSON.stringify(calls), secrets).text;
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

/** Bodies as text, without what their field names say is a credential; streams and forms of files are left out. */
function shown(body: unknown): string | undefined {
  if (body === undefined) return undefined;
  if (typeof body === "object" && body !== null && (Symbol.asyncIterator in body || "parts" in body))
    return "(a stream)";
  const text = (typeof body === "string" ? body : JSON.stringify(body)).slice(0, MAX_BODY);
  return text.replaceAll(IN_FORM, `$1$2=${MASK}`).replaceAll(IN_JSON, `$1"${MASK}"`);
}
