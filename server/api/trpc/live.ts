import { randomUUID } from "node:crypto";
import { type App, actingAs, type Context } from "#server/context.ts";
import { identifySession } from "#server/services/account/identify-caller.ts";
import { type Glance, watchRun, watchRuns } from "#server/services/execution/watch-runs.ts";

const STILL_HERE_MS = 15_000;
/** After this time a user who lost access, a role or an account receives no more events. */
const IDENTIFY_MS = 3000;

/**
 * Server-sent events for a screen: `changed` whenever its data is out of date, and at the beginning, and `ended` when
 * nothing will follow. `?run=12` watches one execution, without it the list. The user of the session and their
 * permissions are read again every few seconds.
 */
export async function handleLive(app: App, request: Request, token: string | undefined): Promise<Response> {
  const caller = token === undefined ? null : await identifySession(app, token);
  if (!caller || token === undefined) return new Response(null, { status: 401 });
  const ctx: Context = { ...app, ...actingAs(app, caller), requestId: randomUUID() };
  const run = new URL(request.url).searchParams.get("run");
  if (run !== null && !/^\d{1,15}$/.test(run)) return new Response(null, { status: 404 });

  const gone = new AbortController();
  const signal = AbortSignal.any([request.signal, gone.signal]);
  const glances = run === null ? watchRuns(ctx, signal) : watchRun(ctx, { executionId: Number(run), signal });
  async function isStillIn(): Promise<boolean> {
    const now = await identifySession(app, token ?? "");
    if (now) ctx.caller = now;
    return now !== null;
  }
  const body = new ReadableStream<Uint8Array>({
    // The stream ends without an error event, so that the browser reconnects: a temporary failure is over by then, and
    // a permanent one is the response to the new request.
    start: (stream) => void sendChanges(stream, glances, isStillIn).catch(() => signal.aborted || stream.close()),
    cancel: () => gone.abort(),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

async function sendChanges(
  stream: ReadableStreamDefaultController<Uint8Array>,
  glances: AsyncGenerator<Glance>,
  isStillIn: () => Promise<boolean>,
): Promise<void> {
  const send = (text: string) => stream.enqueue(new TextEncoder().encode(text));
  let silentSince = performance.now();
  let identifiedAt = performance.now();
  for await (const glance of glances) {
    if (performance.now() - identifiedAt >= IDENTIFY_MS) {
      if (!(await isStillIn())) break;
      identifiedAt = performance.now();
    }
    if (glance === "changed") send("event: changed\ndata:\n\n");
    else if (performance.now() - silentSince < STILL_HERE_MS) continue;
    else send(": still here\n\n");
    silentSince = performance.now();
  }
  send("event: ended\ndata:\n\n");
  stream.close();
}
