import { randomUUID } from "node:crypto";
import { type App, actingAs } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { identifySession } from "#server/services/account/identify-caller.ts";
import { readValuePart } from "#server/services/execution/read-run-step.ts";

/** `?step=7&key=response.body`: a complete value as a file. */
export async function handleValue(app: App, request: Request, token: string | undefined): Promise<Response> {
  const caller = token === undefined ? null : await identifySession(app, token);
  if (!caller) return new Response(null, { status: 401 });
  const { searchParams } = new URL(request.url);
  const [step, key] = [Number(searchParams.get("step")), searchParams.get("key") ?? ""];
  if (!Number.isSafeInteger(step)) return new Response(null, { status: 404 });
  try {
    const part = { stepExecutionId: step, key, from: 0, size: Number.POSITIVE_INFINITY };
    const { stepName, text } = await readValuePart({ ...app, ...actingAs(app, caller), requestId: randomUUID() }, part);
    const isJson = /^\s*[{[]/.test(text);
    const name = `${stepName}.${key}`.replaceAll(/[^\w.-]/g, "_");
    return new Response(text, {
      headers: {
        "content-type": isJson ? "application/json" : "text/plain; charset=utf-8",
        "content-disposition": `attachment; filename="${name}.${isJson ? "json" : "txt"}"`,
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    if (error instanceof Failure) return new Response(error.message, { status: 404 });
    throw error;
  }
}
