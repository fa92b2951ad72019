import type { AuthType } from "#server/element/auth/auth-type.ts";
import { runResource } from "#server/element/call/run-resource.ts";
import type { HubResponse } from "#server/element/hub-request.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import type { Configuration, ElementPorts } from "#server/element/ports.ts";
import type { ResourceTypeName } from "#server/element/resource-types/registry.ts";
import { FAILURE_STATUS, Failure } from "#server/errors.ts";

const TIMEOUT_MS = 20_000;

type Run = {
  configuration: Configuration;
  body?: unknown;
  query?: Record<string, string>;
  /** Resources may change the addresses of the instance. */
  isConnecting?: boolean;
};
/** The configuration after the resources, and the response of the last one; undefined if the element has none. */
type Ran = { configuration: Configuration; reply?: HubResponse };

/**
 * Runs an element's resources for a lifecycle stage of its instances, such as `onProvision` (spec §2.9), in order; each
 * sees the configuration that the previous one left.
 * Refuses: badRequest, with the provider's message, if the provider refuses one; badGateway if it fails.
 */
export async function runLifecycle(
  plan: ElementPlan,
  type: ResourceTypeName,
  given: Run,
  ports: ElementPorts,
): Promise<Ran> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let ran: Ran = { configuration: given.configuration };
  for (const resource of plan.ofType(type)) {
    const { reply, configuration } = await runResource(plan, resource, { ...given, ...ran, signal }, ports).catch(
      (error) => {
        throw signal.aborted ? tooSlow(type) : refusedBy(type, error);
      },
    );
    reply.stream?.cancel();
    ran = { reply, configuration };
  }
  return ran;
}

/** The response of a resource that replaces a token endpoint, if it looks like a token response. */
export function grantIn(reply: HubResponse | undefined, { readGrant }: AuthType, at: { now: Date }): Configuration {
  const isGrant = typeof reply?.body === "object" && reply.body !== null && "access_token" in reply.body;
  return (isGrant && readGrant?.(reply.body, at)) || {};
}

const tooSlow = (type: ResourceTypeName) =>
  new Failure("timedOut", `The element's ${type} resource did not finish within ${TIMEOUT_MS / 1000} s.`);

/**
 * A 401 of the provider is not a 401 of ours: the credentials in the request were not accepted. The cause has the
 * status 401.
 */
function refusedBy(type: ResourceTypeName, error: unknown): unknown {
  if (!(error instanceof Failure) || FAILURE_STATUS[error.kind] >= 500) return error;
  const { message, providerMessage } = error;
  return new Failure("badRequest", `The provider refused to connect (${type}): ${message}`, {
    cause: error,
    ...(providerMessage !== undefined && { providerMessage }),
  });
}
