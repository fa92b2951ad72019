import { Failure } from "../errors.ts";
import { automaticResource } from "./automatic/automatic.ts";
import { callResource } from "./call/call-resource.ts";
import type { HubRequest, HubResponse } from "./hub-request.ts";
import { segmentsOf } from "./match.ts";
import type { ElementPlan } from "./planned.ts";
import type { Configuration, ElementPorts } from "./ports.ts";
import { liveSession, type Session } from "./session.ts";

/** The element instance of a request. */
export type CalledInstance = { id: number; configuration: Configuration };

/**
 * One call to an element instance: the element's own resources first, then those every instance has. `code` of the
 * reply is 200, or what a hook or a formula chose. Changes of the configuration are stored through the ports on the
 * way.
 *
 * Throws the caller's error: problems of the request, the provider's errors with its words as
 * `providerMessage`, failures of hooks.
 */
export async function performCall(
  plan: ElementPlan,
  call: HubRequest,
  instance: CalledInstance,
  ports: ElementPorts,
): Promise<HubResponse> {
  const segments = segmentsOf(call.path);
  const found = plan.match(call.method, segments);
  const session = liveSession(plan, instance.configuration, ports);
  if (found.target) {
    const { target: resource, pathVariables } = found;
    await refreshInTime({ session, ports });
    return callResource({ plan, resource, pathVariables, call, session, ports });
  }
  const automatic = automaticResource(plan, call.method, segments, found.allowed);
  if ("allowed" in automatic) throw notThere(call, automatic.allowed);
  await refreshInTime({ session, ports });
  const perform = (inner: HubRequest) =>
    performCall(plan, inner, { ...instance, configuration: session.configuration }, ports);
  return automatic.respond({ plan, call, session, ports, perform });
}

function notThere({ method, path }: HubRequest, allowed: readonly string[]): Failure {
  return allowed.length > 0
    ? new Failure("methodNotAllowed", `${method} is not allowed for ${path}. Use ${allowed.join(", ")}.`, {
        headers: { allow: allowed.join(", ") },
      })
    : new Failure("notFound", `The element has no resource at ${path}.`);
}

type Refreshing = { session: Session; ports: ElementPorts };

/** Avoids a request with a grant that is about to expire. */
async function refreshInTime({ session, ports }: Refreshing): Promise<void> {
  const at = session.settings.auth.refreshAt?.(session.configuration);
  if (at && at <= ports.now()) await session.refresh();
}
