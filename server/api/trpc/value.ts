import { randomUUID } from "node:crypto";
import { type App, actingAs } from "#server/context.ts";
import { FAILURE_STATUS, Failure } from "#server/errors.ts";
import { identifySession } from "#server/services/account/identify-caller.ts";
import { openValue } from "#server/services/execution/read-run-step.ts";
import { streamReply } from "../stream-reply.ts";

/** `?step=7&key=response.body`: a complete value as a file. */
export async function handleValue(app: App, request: Request, token: string | undefined): Promise<Response> {
  const caller = token === undefined ? null : await identifySession(app, token);
  if (!caller) return new Response(null, { status: 401 });
  const { searchParams } = new URL(request.url);
  const [step, key] = [Number(searchParams.get("step")), searchParams.get("key") ?? ""];
  if (!Number.isSafeInteger(step)) return new Response(null, { status: 404 });
  try {
    const ctx = { ...app, ...actingAs(app, caller), requestId: randomUUID() };
    const { stepName, texts } = await openValue(ctx, { stepExecutionId: step, key });
    const first = (await texts.next()).value ?? "";
    const isJson = /^\s*[{[]/.test(first);
    const name = `${stepName}.${key}`.replaceAll(/[^\w.-]/g, "_");
    return new Response(streamReply(asStream(inBytes(first, texts))), {
      headers: {
        "content-type": isJson ? "application/json" : "text/plain; charset=utf-8",
        "content-disposition": `attachment; filename="${name}.${isJson ? "json" : "txt"}"`,
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return new Response(error.message, { status: FAILURE_STATUS[error.kind], headers: error.headers });
  }
}

const asStream = (bytes: AsyncGenerator<Uint8Array, undefined>) => ({
  [Symbol.asyncIterator]: () => bytes,
  cancel: () => void bytes.return(undefined),
});

async function* inBytes(first: string, rest: AsyncGenerator<string>): AsyncGenerator<Uint8Array, undefined> {
  yield Buffer.from(first);
  for await (const text of rest) yield Buffer.from(text);
}
