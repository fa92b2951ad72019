import { Histogram, type Registry, register } from "prom-client";
import type { App } from "#server/context.ts";
import { type Failure, isServerError } from "#server/errors.ts";
import { ADDRESS_SIGNATURES } from "#server/services/instance/event-address.ts";
import { CAPTURE_TOKENS } from "#server/services/webhook-capture/capture-token.ts";
import type { Incoming } from "./serve.ts";

const NAME = "http_request_duration_seconds";

/** Parts of addresses that only the receiver may know: such paths are logged without them. */
const SECRETS_OF_PATHS = [CAPTURE_TOKENS, ADDRESS_SIGNATURES];

const withoutSecrets = (path: string): string =>
  SECRETS_OF_PATHS.reduce((shown, secrets) => shown.replaceAll(secrets, "(secret)"), path);

type Outcome = { route: string; status: number; ms: number; failure: Failure | undefined };

/**
 * Creates the observer of requests: each request gets one access line in the log, one sample of the histogram, and one
 * request in the count of its account. Lines contain no query, header or body, so no secret; server errors are logged
 * with their cause.
 */
export function createObserve({ log, usage, now }: App, registry: Registry = register) {
  const histogram =
    (registry.getSingleMetric(NAME) as Histogram | undefined) ??
    new Histogram({
      name: NAME,
      help: "How long requests to the API took.",
      labelNames: ["method", "route", "status"],
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [registry],
    });
  /** Samplers by label, because the lookup of labels costs more than the sample. */
  const samplers = new Map<string, { observe: (seconds: number) => void }>();

  return function observe(
    { request, requestId, path, caller, clientAddress }: Incoming,
    { route, status, ms, failure }: Outcome,
  ): void {
    const { method } = request;
    const key = `${method} ${status} ${route}`;
    const sampler = samplers.get(key) ?? histogram.labels(method, route, String(status));
    samplers.set(key, sampler);
    sampler.observe(ms / 1000);
    if (caller) usage.tally(caller, now());
    const line = {
      requestId,
      method,
      path: withoutSecrets(path),
      status,
      ms: Math.round(ms * 100) / 100,
      organizationId: caller?.organizationId,
      client: clientAddress,
    };
    if (failure && isServerError(status)) log.error({ ...line, err: failure.cause ?? failure }, failure.message);
    else log.info(failure ? { ...line, refusal: failure.message } : line, "request");
  };
}

export type Observe = ReturnType<typeof createObserve>;
