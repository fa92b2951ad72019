import type { IncomingMessage } from "node:http";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import { Hono, type Context as HonoContext } from "hono";
import { atDepth, DEPTH_HEADER, depthIn } from "#server/call-depth.ts";
import { clientOf } from "#server/client-address.ts";
import type { Acting, App } from "#server/context.ts";
import { FAILURE_STATUS, Failure } from "#server/errors.ts";
import { newRequestId } from "#server/services/usage/request-id.ts";
import { createAuthenticate } from "../authenticate.ts";
import { readBody } from "../body.ts";
import { AGENT_CHALLENGE } from "../challenges.ts";

import { asFailure } from "../failures.ts";
import { createObserve } from "../observe.ts";
import { agentIn, agentName, sessionOf } from "./agent-name.ts";
import { agentServer, type DocumentationPages } from "./agent-server.ts";

export const MCP_PATH = "/mcp";

type Env = { Bindings: { incoming?: IncomingMessage } };
const LARGEST = 1024 * 1024;
const SESSION = "mcp-session-id";

/**
 * The Model Context Protocol by streamable HTTP, for agents that act for a user: with the user's secrets, or a session
 * token as `Bearer`. Requests are stateless, so that any process can handle them; there is no stream of messages to
 * clients. Pages of other sites are refused.
 */
export function createMcp(app: App, pages: DocumentationPages): Hono<Env> {
  const authenticate = createAuthenticate(app);
  const observe = createObserve(app);
  const ourOrigin = new URL(app.env.PUBLIC_URL).origin;
  const mcp = new Hono<Env>();
  mcp.all(MCP_PATH, reply);
  mcp.notFound((c) => c.json({ message: `Agents are answered at ${MCP_PATH}.`, requestId: newRequestId() }, 404));
  return mcp;

  async function reply(c: HonoContext<Env>): Promise<Response> {
    const [request, requestId, from] = [c.req.raw, newRequestId(), performance.now()];
    const clientAddress = clientOf(c.env.incoming, app.env.TRUST_PROXY);
    const incoming = { request, requestId, path: MCP_PATH, params: {}, query: {}, headers: () => ({}), clientAddress };
    let acting: Acting | undefined;
    let failure: Failure | undefined;
    let response: Response;
    try {
      requireOwnOrigin(request);
      acting = await identify(request, clientAddress);
      const found = { acting, requestId, clientAddress };
      const depth = depthIn(request.headers.get(DEPTH_HEADER) ?? undefined);
      response = await atDepth(depth, () => respond(request, found));
    } catch (error) {
      failure = asFailure(error);
      response = refusal(failure, requestId);
    }
    const ms = performance.now() - from;
    observe(
      { ...incoming, ...(acting && { caller: acting.caller }) },
      { route: MCP_PATH, status: response.status, ms, failure },
    );
    response.headers.set("elements-request-id", requestId);
    response.headers.set("cache-control", "no-store");
    return response;
  }

  /** Browsers send the origin of the page: another site must not act for its visitor. */
  function requireOwnOrigin(request: Request): void {
    const origin = request.headers.get("origin");
    if (origin !== null && origin !== ourOrigin)
      throw new Failure(
        "forbidden",
        "Pages of other sites cannot be agents. Call from a program, without an Origin header.",
      );
  }

  function identify(request: Request, clientAddress: string): Promise<Acting> {
    const header = request.headers.get("authorization");
    const auth = /^\s*bearer\b/i.test(header ?? "") ? "bearer" : "platform";
    // Their tools may change something.
    return authenticate({ auth, header, address: clientAddress, use: { area: "agents", writes: true } });
  }

  async function respond(
    request: Request,
    { acting, requestId, clientAddress }: { acting: Acting; requestId: string; clientAddress: string },
  ): Promise<Response> {
    // The session only encodes the agent's name, so there is nothing to end.
    if (request.method === "DELETE") return new Response(null, { status: 200 });
    if (request.method !== "POST")
      throw new Failure("methodNotAllowed", "Send messages by POST; there is no stream to listen to.", {
        headers: { allow: "POST, DELETE" },
      });
    const message = readMessage(await readBody(request, LARGEST));
    const agent = isInitializeRequest(message) ? agentName(message.params.clientInfo) : agentOf(request);
    const server = agentServer({ ...app, ...acting, requestId, clientAddress, agent }, pages);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    const response = await transport.handleRequest(request, { parsedBody: message });
    if (isInitializeRequest(message)) response.headers.set(SESSION, sessionOf(agent));
    return response;
  }
}

function readMessage(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Failure("badRequest", "The body is not valid JSON. Send a message of JSON-RPC 2.0.", { cause });
  }
}

function agentOf(request: Request): string {
  const session = request.headers.get(SESSION);
  const agent = session === null ? undefined : agentIn(session);
  if (agent !== undefined) return agent;
  // Clients start a new session after 404, as the protocol requires.
  throw session === null
    ? new Failure("badRequest", `The header ${SESSION} is missing. Send "initialize" first.`)
    : new Failure("notFound", `The header ${SESSION} names no session. Send "initialize" again.`);
}

/** A JSON-RPC error that belongs to no message. */
function refusal({ kind, message, headers }: Failure, requestId: string): Response {
  const body = { jsonrpc: "2.0", id: null, error: { code: -32_000, message, data: { requestId } } };
  const status = FAILURE_STATUS[kind];
  return Response.json(body, {
    status,
    headers: { ...headers, ...(status === FAILURE_STATUS.unauthorized && AGENT_CHALLENGE) },
  });
}
