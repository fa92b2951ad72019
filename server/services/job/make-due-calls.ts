import { randomUUID } from "node:crypto";
import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { asText } from "#server/formula/place.ts";
import * as jobRuns from "#server/store/job-runs.ts";

const AT_ONCE = 16;
const TIMEOUT_MS = 60_000;
const LEASE_MS = 75_000;
const LONGEST_ERROR = 2000;

/**
 * Makes the calls whose time has come, each as the user who asked for it. One that a crash interrupted is made again
 * with the same Idempotency-Key, which the API answers once.
 */
export async function makeDueCalls(app: App): Promise<void> {
  for (;;) {
    const owner = randomUUID();
    const calls = await jobRuns.claimCalls(app.db.pool, { owner, limit: AT_ONCE, leaseMs: LEASE_MS });
    await Promise.all(calls.map((call) => make(app, owner, call)));
    if (calls.length < AT_ONCE) return;
  }
}

async function make(app: App, owner: string, { id, call, ...user }: jobRuns.WaitingCall): Promise<void> {
  const { method, uri, query, headers, body } = call;
  const search = new URLSearchParams(query).toString();
  try {
    const { code, body: answer } = await app.platform(
      { ...user, settings: {} },
      {
        method,
        url: `${uri}${search && (uri.includes("?") ? "&" : "?")}${search}`,
        headers: { ...headers, "idempotency-key": `job:${id}` },
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
    );
    const error = code < 300 ? null : `${method} ${uri} answered ${code}: ${asText(answer)}`;
    await jobRuns.finishCall(app.db.pool, { id, owner, status: code, error: error && cut(error) });
  } catch (error) {
    if (!(error instanceof Failure)) app.log.warn({ jobRunId: id, err: error }, "job failed");
    await jobRuns.finishCall(app.db.pool, { id, owner, status: null, error: cut((error as Error).message) });
  }
}

/** The column takes no U+0000. */
const cut = (text: string) => text.slice(0, LONGEST_ERROR).replaceAll("\0", "\ufffd").toWellFormed();
