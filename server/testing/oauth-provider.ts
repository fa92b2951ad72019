import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { aProvider } from "./running.ts";

export type TokenRequest = { path: string; form: Record<string, string>; authorization: string | undefined };

/**
 * A provider with a real OAuth 2 server: `grant` does what a person does on its consent page. Each code can be used
 * once, with its redirect address and verifier; refresh tokens rotate. `answer` replaces the next responses of the
 * token endpoint.
 */
export async function anOauthProvider({ expiresIn = 3600 as unknown, rotates = true } = {}) {
  type Code = { redirectUri: string; challenge: string | null };
  const codes = new Map<string, Code>();
  const [access, refresh] = [new Set<string>(), new Set<string>()];
  const calls: TokenRequest[] = [];
  const state = {
    expiresIn,
    delayMs: 0,
    held: undefined as Promise<void> | undefined,
    /** Replaces the response of the token endpoint. */
    respond: undefined as ((response: ServerResponse) => void) | undefined,
  };

  function tokens(withRefresh: boolean) {
    const token = `access-${randomUUID()}`;
    access.add(token);
    const next = `refresh-${randomUUID()}`;
    if (withRefresh) refresh.add(next);
    return {
      access_token: token,
      token_type: "Bearer",
      ...(state.expiresIn !== undefined && { expires_in: state.expiresIn }),
      ...(withRefresh && { refresh_token: next }),
    };
  }

  function token(form: Record<string, string>): [number, unknown] {
    const refused = [400, { error: "invalid_grant", error_description: "It is not good any more." }] as [
      number,
      unknown,
    ];
    if (form.grant_type === "client_credentials") return [200, tokens(false)];
    if (form.grant_type === "refresh_token") {
      if (!refresh.has(form.refresh_token ?? "")) return refused;
      if (rotates) refresh.delete(form.refresh_token ?? "");
      return [200, tokens(rotates)];
    }
    const code = codes.get(form.code ?? "");
    codes.delete(form.code ?? "");
    if (!code || code.redirectUri !== form.redirect_uri) return refused;
    const challenge = createHash("sha256")
      .update(form.code_verifier ?? "")
      .digest("base64url");
    if (code.challenge !== null && code.challenge !== challenge) return refused;
    return [200, tokens(true)];
  }

  async function handleTokenRequest(request: IncomingMessage, response: ServerResponse, body: string) {
    const form = Object.fromEntries(new URLSearchParams(body));
    calls.push({ path: request.url ?? "", form, authorization: request.headers.authorization });
    const { held } = state;
    state.held = undefined;
    await held;
    if (state.delayMs) await new Promise((resolve) => setTimeout(resolve, state.delayMs));
    if (state.respond) return state.respond(response);
    if (request.url === "/revoke") {
      refresh.delete(form.token ?? "");
      return json(response, 200, {});
    }
    json(response, ...token(form));
  }

  const server = await aProvider((request, response) => {
    const { url = "", headers } = request;
    const sent = server.requests.at(-1)?.body ?? "";
    if (url === "/token" || url === "/revoke") return void handleTokenRequest(request, response, sent);
    if (!access.has((headers.authorization ?? "").replace("Bearer ", "")))
      return json(response, 401, { error: "expired" });
    json(response, 200, [{ id: 1, name: "Ada" }]);
  });

  return {
    url: server.url,
    requests: server.requests,
    calls,
    state,
    /** Holds the response to the next request of a token until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      state.held = promise;
      return resolve;
    },
    /** Grants access as a person does; returns the parameters of the redirect. */
    grant(authorizationUrl: string): { code: string; state: string | null; redirectUri: string } {
      const query = new URL(authorizationUrl).searchParams;
      const redirectUri = query.get("redirect_uri") ?? "";
      const code = `code-${randomUUID()}`;
      codes.set(code, { redirectUri, challenge: query.get("code_challenge") });
      return { code, state: query.get("state"), redirectUri };
    },
    /** Expires all access tokens now. */
    expire: () => access.clear(),
    /** Revokes a person's grant. */
    withdraw() {
      access.clear();
      refresh.clear();
    },
    close: server.close,
  };
}

export type OauthProvider = Awaited<ReturnType<typeof anOauthProvider>>;

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
