import { Hono, type Context as HonoContext } from "hono";
import { getCookie } from "hono/cookie";
import { isOwnedBy, OTHER_USER, PAGE_OWNER } from "#server/account/page-owner.ts";
import type { App } from "#server/context.ts";
import { FAILURE_STATUS, Failure, isServerError } from "#server/errors.ts";
import { newRequestId } from "#server/services/usage/request-id.ts";
import { readSessionCookie } from "#server/session-cookie.ts";
import { compressed } from "../compressed.ts";
import { asFailure } from "../failures.ts";
import { handleBulkFile } from "./bulk-file.ts";
import { handleExplorerFile } from "./explorer-file.ts";
import { FORMS, handleForm } from "./forms.ts";
import { handleCall, TRPC_PATH } from "./handle-call.ts";
import { handleListExport } from "./list-export.ts";
import { handleLive } from "./live.ts";
import { handleValue } from "./value.ts";

/** Paths of requests by screens' scripts, which Next need not handle. Sign-in is not among them. */
const SCREEN_CALLS = /^\/api\/(?:trpc\/|(?:live|values|bulk-files|exports|explorer-files|documentation)(?:\?|$))/;

export const isScreenCall = (url = ""): boolean =>
  SCREEN_CALLS.test(url) || Object.hasOwn(FORMS, url.split("?", 1)[0] ?? "");

const LIVE_PATH = "/api/live";

/** Whether the response lasts as long as the page is open. */
export const isLiveStream = (url = ""): boolean => url.split("?", 1)[0] === LIVE_PATH;

/** Responses to scripts are no pages: they run nothing, cannot be framed and are not cached. */
const SAFE = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

type SignedIn = { token: string; id: string; email: string };

/** Functions of other rooms that screens call. */
type Others = { searchDocumentation: (text: string) => Promise<unknown> };

/**
 * The requests of the screens: tRPC, live streams, and recorded values, bulk files, exported lists, responses of the API explorer and
 * forms with files, each with the session of its cookie; and the search of the documentation, which is public.
 */
export function createScreens(app: App, { searchDocumentation }: Others): Hono {
  const screens = new Hono();
  screens.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(SAFE)) c.res.headers.set(name, value);
    if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "no-store");
    c.res = await compressed(c.res, c.req.header("accept-encoding"));
  });
  screens.on(["GET", "POST"], `${TRPC_PATH}/*`, async (c) => {
    const { token, refusal } = await sessionIn(c);
    return handleCall(app, c.req.raw, token, refusal);
  });
  screens.get(LIVE_PATH, async (c) => handleLive(app, c.req.raw, await tokenIn(c)));
  screens.get("/api/values", async (c) => handleValue(app, c.req.raw, await tokenIn(c)));
  screens.get("/api/bulk-files", async (c) => handleBulkFile(app, c.req.raw, await tokenIn(c)));
  screens.get("/api/exports", async (c) => handleListExport(app, c.req.raw, await tokenIn(c)));
  screens.post("/api/explorer-files", async (c) => handleExplorerFile(app, c.req.raw, await tokenIn(c)));
  screens.get("/api/documentation", async (c) => c.json(await searchDocumentation(c.req.query("q") ?? "")));
  for (const path of Object.keys(FORMS)) screens.post(path, async (c) => handleForm(app, c.req.raw, await tokenIn(c)));
  screens.notFound((c) => c.json({ message: "Nothing exists at this address.", requestId: newRequestId() }, 404));
  screens.onError((error, c) => {
    const failure = asFailure(error);
    const requestId = newRequestId();
    const status = FAILURE_STATUS[failure.kind];
    if (isServerError(status)) app.log.error({ err: failure.cause ?? failure, requestId }, "a screen did not answer");
    const { message, field, headers } = failure;
    return c.json({ message, requestId, field }, status as 500, headers);
  });
  return screens;

  async function tokenIn(c: HonoContext): Promise<string | undefined> {
    const { token, refusal } = await sessionIn(c);
    if (refusal) throw refusal;
    return token;
  }

  /** The token of the session, or why the page may not use it: it was made for a user who has signed out meanwhile. */
  async function sessionIn(c: HonoContext): Promise<{ token?: string | undefined; refusal?: Failure }> {
    const session = await readSessionCookie<SignedIn>((name) => getCookie(c, name), app.env.NEXTAUTH_SECRET);
    if (!session || isOwnedBy(c.req.header(PAGE_OWNER), session)) return { token: session?.token };
    return { refusal: new Failure("unauthorized", OTHER_USER, { reason: "otherUser" }) };
  }
}
