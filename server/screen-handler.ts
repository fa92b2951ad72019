import { randomUUID } from "node:crypto";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { answerLive } from "#server/api/trpc/live.ts";
import { screenRouter } from "#server/api/trpc/router.ts";
import { failureIn } from "#server/api/trpc/trpc.ts";
import { answerValue } from "#server/api/trpc/value.ts";
import { currentClient } from "#server/client-address.ts";
import type { App } from "#server/context.ts";
import { FAILURE_STATUS, Failure } from "#server/errors.ts";
import { processApp } from "#server/process-app.ts";
import { identifySession } from "#server/services/account/identify-caller.ts";
import { signIn, signInByOidc } from "#server/services/account/sign-in.ts";
import { signOut } from "#server/services/account/sign-out.ts";
import { isSetUp } from "#server/services/setup/complete-setup.ts";

export const TRPC_PATH = "/api/trpc";

/** Handles a tRPC request; `token` is the session token in its cookie. */
export async function handleScreenRequest(request: Request, token: string | undefined): Promise<Response> {
  if (isForeign(request))
    return Response.json({ message: "Requests from other sites are not allowed." }, { status: 403 });
  const app = await processApp();
  const requestId = randomUUID();
  return fetchRequestHandler({
    endpoint: TRPC_PATH,
    req: request,
    router: screenRouter,
    createContext: async ({ resHeaders }) => ({
      app,
      caller: token === undefined ? null : await identifySession(app, token),
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

/** Tells a screen when what it shows is out of date, as long as it listens. */
export async function watch(request: Request, token: string | undefined): Promise<Response> {
  return answerLive(await processApp(), request, token, randomUUID());
}

/** One recorded value as a file. */
export async function download(request: Request, token: string | undefined): Promise<Response> {
  const app = await processApp();
  const caller = token === undefined ? null : await identifySession(app, token);
  return caller
    ? answerValue({ ...app, caller, requestId: randomUUID() }, request)
    : new Response(null, { status: 401 });
}

/** Whether a request that may change something comes from a page of another or an unknown site. */
function isForeign({ method, headers }: Request): boolean {
  if (method === "GET") return false;
  // Browsers say it over HTTPS; elsewhere the origin is all there is. Programs say neither, and have no cookie to abuse.
  const [site, origin] = [headers.get("sec-fetch-site"), headers.get("origin")];
  if (site !== null) return site !== "same-origin" && site !== "none";
  return origin !== null && (!URL.canParse(origin) || new URL(origin).host !== headers.get("host"));
}

/** Creates a session for the sign-in page; refusals are a plain Error with one sentence. */
export const createSession = (credentials: { username: string; password: string }) =>
  withPlainErrors((app) => signIn(app, { ...credentials, clientAddress: currentClient() }));

/** Creates a session for a user authenticated by the OpenID Connect provider of the installation. */
export const createOidcSession = (email: string) =>
  withPlainErrors((app) => signInByOidc(app, { email, clientAddress: currentClient() }));

async function withPlainErrors<Entered>(enterBy: (app: App) => Promise<Entered>): Promise<Entered> {
  const app = await processApp();
  return enterBy(app).catch((error: unknown) => {
    if (error instanceof Failure) throw new Error(error.message, { cause: error });
    const requestId = randomUUID();
    app.log.error({ err: error, requestId }, "sign-in failed");
    throw new Error(`Signing in does not work at the moment. The log has the cause under the request id ${requestId}.`);
  });
}

/** Whether anybody has an account: until then the only way in is the setup link. */
export const isReadyForUsers = async (): Promise<boolean> => isSetUp(await processApp());

/** Ends a session; one that has ended already stays so. */
export const endSession = async (token: string): Promise<void> => signOut(await processApp(), token);

/** Logs a failed sign-in by its code alone. */
export const logSignIn = async (code: string): Promise<void> => (await processApp()).log.warn({ code }, "sign-in");
