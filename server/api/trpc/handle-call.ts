import { randomUUID } from "node:crypto";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { currentClient } from "#server/client-address.ts";
import { type App, actingAs } from "#server/context.ts";
import { FAILURE_STATUS, type Failure, isServerError } from "#server/errors.ts";
import { identifyAnySession } from "#server/services/account/identify-caller.ts";
import { once } from "./once.ts";
import { screenRouter } from "./router.ts";
import { failureIn, type ProcedureMeta, type ScreenRequest } from "./trpc.ts";

export const TRPC_PATH = "/api/trpc";

/** Handles a tRPC request; `token` is the session token in its cookie, `refusal` why that session is not for it. */
export async function handleCall(
  app: App,
  request: Request,
  token: string | undefined,
  refusal?: Failure,
): Promise<Response> {
  if (isForeign(request))
    return Response.json({ message: "Requests from other sites are not allowed." }, { status: 403 });
  const identify = async () => {
    if (refusal) throw refusal;
    return token === undefined ? null : identifyAnySession(app, token);
  };
  const world = { app, sessionToken: token, requestId: randomUUID(), clientAddress: currentClient() };
  if (!isOnce(request)) return respond(world, request, identify);
  const caller = await identify().catch(() => null);
  if (!caller) return respond(world, request, identify);
  const { pathname } = new URL(request.url);
  const body = await request.text();
  const { method, headers, url } = request;
  const ctx = { ...app, ...actingAs(app, caller), requestId: world.requestId, clientAddress: world.clientAddress };
  return once(ctx, { request, content: `${pathname}\n${body}` }, () =>
    respond(world, new Request(url, { method, headers, body }), async () => caller),
  ).catch((error) =>
    respond(world, new Request(url, { method, headers, body }), async () => {
      throw error;
    }),
  );
}

function respond(
  world: Omit<ScreenRequest, "caller" | "replyHeaders">,
  req: Request,
  identify: () => Promise<ScreenRequest["caller"]>,
): Promise<Response> {
  const { app, requestId } = world;
  return fetchRequestHandler({
    endpoint: TRPC_PATH,
    req,
    router: screenRouter,
    createContext: async ({ resHeaders }) => ({ ...world, caller: await identify(), replyHeaders: resHeaders }),
    responseMeta: ({ errors }) => {
      const [first] = errors;
      const headers = { "cache-control": "no-store", "elements-request-id": requestId };
      return first ? { status: FAILURE_STATUS[failureIn(first).kind], headers } : { headers };
    },
    onError({ error, path }) {
      if (isServerError(FAILURE_STATUS[failureIn(error).kind]))
        app.log.error({ err: error, requestId, path }, "screen call failed");
    },
  });
}

const PROCEDURES = screenRouter._def.procedures as unknown as Readonly<
  Record<string, { _def: { type: string; meta?: ProcedureMeta } }>
>;

/** Whether it is one change that must not happen twice. */
function isOnce(request: Request): boolean {
  if (request.method === "GET" || !request.headers.has("idempotency-key")) return false;
  const name = new URL(request.url).pathname.slice(`${TRPC_PATH}/`.length);
  const procedure = Object.hasOwn(PROCEDURES, name) ? PROCEDURES[name]?._def : undefined;
  return procedure?.type === "mutation" && procedure.meta?.storesResponse !== false;
}

/** Whether a request that may change something comes from a page of another or an unknown site. */
export function isForeign({ method, headers }: Request): boolean {
  if (method === "GET") return false;
  // Browsers send the site over HTTPS; otherwise there is only the origin. Programs send neither, and have no cookie to
  // abuse.
  const [site, origin] = [headers.get("sec-fetch-site"), headers.get("origin")];
  if (site !== null) return site !== "same-origin" && site !== "none";
  return origin !== null && (!URL.canParse(origin) || new URL(origin).host !== headers.get("host"));
}
