import type { App, Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { identifySession } from "#server/services/account/identify-caller.ts";
import { requireDesigner } from "#server/services/account/require-role.ts";
import { newRequestId } from "#server/services/usage/request-id.ts";
import { isForeign } from "./answer-call.ts";

/**
 * The context of a form that a screen sends; `token` is the session token in its cookie. Refuses: forbidden for pages
 * of other sites and for viewers, unauthorized without a session.
 */
export async function contextOfForm(app: App, request: Request, token: string | undefined): Promise<Context> {
  if (isForeign(request))
    throw new Failure(
      "forbidden",
      "Requests from other sites are not allowed. Send the file from the Workbench, or through the API.",
    );
  const caller = token === undefined ? null : await identifySession(app, token);
  if (!caller) throw new Failure("unauthorized", "Your session has ended. Sign in again.");
  const ctx: Context = { ...app, caller, requestId: newRequestId() };
  requireDesigner(ctx);
  return ctx;
}
