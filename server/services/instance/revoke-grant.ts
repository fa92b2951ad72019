import type { App } from "#server/context.ts";
import { authenticationOf } from "#server/element/auth/authentication-of.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import type { Configuration, ElementPorts } from "#server/element/ports.ts";
import { runLifecycle } from "./lifecycle.ts";
import { tokenCall } from "./token-call.ts";

type Revoke = { plan: ElementPlan; configuration: Configuration; ports: ElementPorts };

/** Revokes a grant at the provider on a best-effort basis, without waiting for the result. */
export async function revokeGrant({ log }: Pick<App, "log">, { plan, configuration, ports }: Revoke): Promise<void> {
  try {
    const [bypass] = plan.typesAt("revoke");
    if (bypass) {
      await runLifecycle(plan, bypass, { configuration }, ports);
      return;
    }
    const request = authenticationOf(plan.element, configuration).revoke?.(configuration);
    if (request) await tokenCall(ports, request);
  } catch (error) {
    log.warn({ err: error }, "grant not revoked");
  }
}
