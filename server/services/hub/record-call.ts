import { AsyncLocalStorage } from "node:async_hooks";
import type { Context } from "#server/context.ts";
import { secretsOf } from "#server/element/auth/secrets.ts";
import type { HubResponse } from "#server/element/hub-request.ts";
import type { Configuration, ElementPorts } from "#server/element/ports.ts";
import { FAILURE_STATUS, Failure } from "#server/errors.ts";
import type { ProviderPorts } from "#server/ports.ts";
import type { OpenInstance } from "#server/store/element-instance/open-instances.ts";
import type { RecordedExchange } from "#server/store/usage/usage-writer.ts";
import { createTrace, type TracedExchange } from "../instance/provision-trace.ts";
import { describeExchanges, type WatchedExchange } from "./describe-exchanges.ts";

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
export type Noticed = { isCommonResource: boolean; exchanges?: RecordedExchange[] };

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
type Viewer = (exchanges: TracedExchange[]) => void;
const viewers = new AsyncLocalStorage<Viewer>();

/** Runs work whose requests to providers are shown to the person who started it. */
export const watchingProvider = <Result>(viewer: Viewer, work: () => Result): Result => viewers.run(viewer, work);

/**
 * Sends a request and remembers its exchanges with the provider. If it failed, or its instance is traced, they are
 * recorded with its usage, in the same grouped write.
 */
export async function watchCall(
  ctx: Context,
  connection: OpenInstance,
  { noticed, make }: { noticed: Noticed | undefined; make: (ctx: Context, watch: Watch) => Promise<HubResponse> },
): Promise<HubResponse> {
  const { instance, plan } = connection;
  const watch = createWatch(ctx.provider);
  let isFailed = true;
  try {
    const reply = await traceCall({ ...ctx, provider: watch.provider }, connection, (traced) => make(traced, watch));
    isFailed = reply.code >= FIRST_FAILURE;
    return reply;
  } finally {
    if (noticed && watch.exchanges.length > 0 && (isFailed || isTraced(ctx, instance)) && mayRecord(ctx, instance.id)) {
      const secrets = [instance.configuration, ...watch.refreshed].flatMap((one) => secretsOf(plan.element, one));
      noticed.exchanges = describeExchanges(watch.exchanges, secrets);
    }
  }
}

const FIRST_FAILURE = 400;

const isTraced = ({ now }: Pick<Context, "now">, { tracedUntil }: OpenInstance["instance"]): boolean =>
  tracedUntil !== null && tracedUntil > now();

/** A connection whose requests all fail must not fill the database. */
const mayRecord = ({ state }: Context, instanceId: number): boolean =>
  state.recordedCalls.take(instanceId, performance.now()) === null;

/** Remembers the last exchanges by reference: nothing is copied or described unless they are recorded. */
function createWatch(provider: Context["provider"]) {
  const exchanges: WatchedExchange[] = [];
  const refreshed: Configuration[] = [];

  async function watched<Reply>(exchange: WatchedExchange, make: () => Promise<Reply>): Promise<Reply> {
    const began = performance.now();
    exchanges.push(exchange);
    if (exchanges.length > MOST_EXCHANGES) exchanges.shift();
    try {
      const reply = await make();
      exchange.reply = reply;
      return reply;
    } catch (error) {
      exchange.error = error;
      throw error;
    } finally {
      exchange.durationMs = Math.round(performance.now() - began);
    }
  }

  return {
    exchanges,
    refreshed,
    provider: {
      ...provider,
      send: (...given: Parameters<ProviderPorts["send"]>) =>
        watched({ request: given[0] }, () => provider.send(...given)),
      sql: (...given: Parameters<ProviderPorts["sql"]>) => watched({ query: given[0] }, () => provider.sql(...given)),
    },
    /** Notices credentials that the request obtained: they are secrets, too. */
    refreshing: ({ refresh, ...ports }: ElementPorts): ElementPorts => ({
      ...ports,
      async refresh(...given) {
        const configuration = await refresh(...given);
        if (configuration) refreshed.push(configuration);
        return configuration;
      },
    }),
  };
}

export type Watch = ReturnType<typeof createWatch>;

const MOST_EXCHANGES = 20;

/**
 * Sends a request and, while its instance is traced, stores the provider requests that it causes: the header
 * elements-trace-id of the response or refusal identifies them for a day in `GET /elements/{k}/trace/{id}`. A failure
 * to store a trace does not fail the request.
 */
async function traceCall(
  ctx: Context,
  { instance, plan }: OpenInstance,
  make: (ctx: Context) => Promise<HubResponse>,
): Promise<HubResponse> {
  const viewer = viewers.getStore();
  const isTraced = instance.tracedUntil !== null && instance.tracedUntil > ctx.now();
  if (!isTraced && !viewer) return make(ctx);
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
      viewer?.(trace.exchanges(secrets));
      if (!isTraced) return {};
      const { organizationId, accountId, elementId } = instance;
      return { "elements-trace-id": await trace.keep(ctx, { organizationId, accountId, elementId, secrets }) };
    } catch (error) {
      ctx.log.error({ err: error, requestId: ctx.requestId }, "the trace of a call was not kept");
      return {};
    }
  }
}
