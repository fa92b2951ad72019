import { currentClient } from "#server/client-address.ts";
import { type App, actingAs, type Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { identifySession } from "#server/services/account/identify-caller.ts";
import { downloadReply } from "#server/services/explorer/download-reply.ts";
import { newRequestId } from "#server/services/usage/request-id.ts";
import { attachment } from "../attachment.ts";
import { invalid } from "../failures.ts";
import { exploredRequest } from "./explorer.ts";
import { isForeign } from "./handle-call.ts";

/**
 * A request of the API explorer, as JSON in the field `request` of a form: its response as a file, which the browser
 * saves while it is received. The credentials are added here, as for `explorer.send`.
 */
export async function handleExplorerFile(app: App, request: Request, token: string | undefined): Promise<Response> {
  if (isForeign(request))
    throw new Failure("forbidden", "Requests from other sites are not allowed. Open the API explorer instead.");
  const caller = token === undefined ? null : await identifySession(app, token);
  if (!caller) throw new Failure("unauthorized", "Your session has ended. Sign in again.");
  const input = exploredRequest.safeParse(jsonIn((await request.formData()).get("request")));
  if (!input.success) throw invalid(input.error, "request");
  const ctx: Context = { ...app, ...actingAs(app, caller), requestId: newRequestId(), clientAddress: currentClient() };
  const { asSession, ...sent } = input.data;
  const { name, contentType, body } = await downloadReply(ctx, {
    ...sent,
    sessionToken: asSession ? token : undefined,
  });
  return new Response(body, { headers: { "content-type": contentType, ...attachment(name) } });
}

function jsonIn(field: unknown): unknown {
  try {
    return JSON.parse(String(field));
  } catch {
    throw new Failure("badRequest", "request: must be JSON.");
  }
}
