import { AsyncLocalStorage } from "node:async_hooks";
import type { Context } from "#server/context.ts";
import { secretsOf } from "#server/element/auth/secrets.ts";
import type { HubResponse } from "#server/element/hub-request.ts";
import { FAILURE_STATUS, Failure } from "#server/errors.ts";
import type { OpenInstance } from "#server/store/element-instance/open-instances.ts";
import { createTrace, type TracedExchange } from "../instance/provision-trace.ts";

/**
 * A request to an element instance: `path` as the element defines it, `uri` as it was requested, `ip` of the client.
 */
export type UsageOfRequest = {
  requestId: string;
  elementInstanceId: number;
  method: string;
  path: string;
  uri: string;
  ip: string;
};

/** Facts about a request that are known only after it was matched. */
export type Noticed = { isCommonResource: boolean };

/** The `ip` of requests by the product itself: steps of formulas, polls, bulk jobs. */
export const INTERNAL = "internal";
const LONGEST = 2000;

/**
 * Sends a request and records it in the usage of the organization, with the status of the response. The write is not
 * awaited.
 */
export async function recordUsage<Reply>(
  { caller, usage, now, agent }: Pick<Context, "caller" | "usage" | "now" | "agent">,
  { requestId, elementInstanceId, method, path, uri, ip }: UsageOfRequest,
  make: (noticed: Noticed) => Promise<Reply>,
  statusOf: (reply: Reply) => number,
): Promise<Reply> {
  const createdAt = now();
  const began = performance.now();
  const noticed: Noticed = { isCommonResource: false };
  const note = (status: number) =>
    usage.note({
      organizationId: caller.organizationId,
      accountId: caller.accountId,
      userId: caller.userId,
      ...{ requestId, elementInstanceId, method, ip, agent, status, createdAt },
      ...noticed,
      uri: uri.slice(0, LONGEST),
      resource: (path.split("/", 2)[1] ?? "").slice(0, LONGEST),
      processMs: Math.round(performance.now() - began),
    });
  try {
    const reply = await make(noticed);
    note(statusOf(reply));
    return reply;
  } catch (error) {
    note(FAILURE_STATUS[error instanceof Failure ? error.kind : "serverError"]);
    throw error;
  }
}

/** Receives the requests to providers that work causes, without secrets. */
type Watch = (exchanges: TracedExchange[]) => void;
const watches = new AsyncLocalStorage<Watch>();

/** Runs work whose requests to providers are shown to the person who started it. */
export const watchingProvider = <Result>(watch: Watch, work: () => Result): Result => watches.run(watch, work);

/**
 * Sends a request and, while its instance is traced, stores the provider requests that it causes: the header
 * elements-trace-id of the response or refusal identifies them for a day in `GET /elements/{k}/trace/{id}`. A failure
 * to store a trace does not fail the request.
 */
export async function traceCall(
  ctx: Context,
  { instance, plan }: OpenInstance,
  make: (ctx: Context) => Promise<HubResponse>,
): Promise<HubResponse> {
  const watch = watches.getStore();
  const isTraced = instance.tracedUntil !== null && instance.tracedUntil > ctx.now();
  if (!isTraced && !watch) return make(ctx);
  const trace = createTrace(ctx.provider, { grants: false });
  try {
    const reply = await make({ ...ctx, provider: { ...ctx.provider, send: trace.send, sql: trace.sql } });
    return { ...reply, headers: { ...reply.headers, ...(await keep()) } };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { kind, message, providerMessage, provider, headers, cause } = error;
    throw new Failure(kind, message, {
      providerMessage,
      provider,
      headers: { ...headers, ...(await keep()) },
      cause,
    });
  }

  async function keep(): Promise<Record<string, string>> {
    try {
      // The request may have refreshed the credentials.
      const now = await ctx.openInstances.findOfAllOrganizations(instance.id);
      const configurations = [instance.configuration, ...(now ? [now.instance.configuration] : [])];
      const secrets = configurations.flatMap((configuration) => secretsOf(plan.element, configuration));
      watch?.(trace.exchanges(secrets));
      if (!isTraced) return {};
      const { organizationId, accountId, elementId } = instance;
      return { "elements-trace-id": await trace.keep(ctx, { organizationId, accountId, elementId, secrets }) };
    } catch (error) {
      ctx.log.error({ err: error, requestId: ctx.requestId }, "the trace of a call was not kept");
      return {};
    }
  }
}
