import { randomUUID } from "node:crypto";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { currentClient } from "#server/client-address.ts";
import type { App } from "#server/context.ts";
import { FAILURE_STATUS } from "#server/errors.ts";
import { identifyAnySession } from "#server/services/account/identify-caller.ts";
import { screenRouter } from "./router.ts";
import { failureIn } from "./trpc.ts";

export const TRPC_PATH = "/api/trpc";

/** Handles a tRPC request; `token` is the session token in its cookie. */
export async function handleCall(app: App, request: Request, token: string | undefined): Promise<Response> {
  if (isForeign(request))
    return Response.json({ message: "Requests from other sites are not allowed." }, { status: 403 });
  const requestId = randomUUID();
  return fetchRequestHandler({
    endpoint: TRPC_PATH,
    req: request,
    router: screenRouter,
    createContext: async ({ resHeaders }) => ({
      app,
      sessionToken: token,
      caller: token === undefined ? null : await identifyAnySession(app, token),
      requestId,
      clientAddress: currentClient(),
      replyHeaders: resHeaders,
    }),
    responseMeta: ({ errors }) => {
      const [first] = errors;
      const headers = { "cache-control": "no-store", "elements-request-id": requestId };
      return first ? { status: FAILURE_STATUS[failureIn(first).kind], headers } : { headers };
    },
    onError({ error, path }) {
      if (FAILURE_STATUS[failureIn(error).kind] >= 500)
        app.log.error({ err: error, requestId, path }, "screen call failed");
    },
  });
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
