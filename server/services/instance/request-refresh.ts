import type { App } from "#server/context.ts";
import { authenticationOf } from "#server/element/auth/authentication-of.ts";
import { withoutCredentials } from "#server/element/auth/credentials.ts";
import { isRevoked } from "#server/element/auth/token-reply.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import type { Configuration, ElementPorts } from "#server/element/ports.ts";
import type { ResourceTypeName } from "#server/element/resource-types/registry.ts";
import { Failure } from "#server/errors.ts";
import * as leases from "#server/store/element-instance/grant-leases.ts";
import { grantIn, runLifecycle } from "./lifecycle.ts";
import { isOk, isSameGrant, textOf, tokenCall } from "./token-call.ts";

type Account = { plan: ElementPlan; configuration: Configuration; ports: ElementPorts };

/** The outcome: a new grant, the message with which the provider revoked the old one, or a failure. */
export type RefreshOutcome =
  | { grant: Configuration; revoked?: undefined; failed?: undefined }
  | { revoked: string; failed?: undefined }
  | { failed: Error; revoked?: undefined };

/** Sends the request for a new grant: to the token endpoint, or through the element's own resource. */
export async function requestRefresh(
  app: Pick<App, "db">,
  { plan, configuration, ports }: Account,
): Promise<RefreshOutcome> {
  const now = await leases.databaseNow(app.db.pool);
  const authentication = authenticationOf(plan.element, configuration);
  try {
    const bypass = bypassOf(plan, configuration);
    if (bypass) {
      const { reply, configuration: left } = await runLifecycle(plan, bypass, { configuration }, ports);
      const refreshTime = { "oauth.user.refresh_time": String(now.getTime()) };
      return {
        grant: { ...changesIn(left, configuration), ...refreshTime, ...grantIn(reply, authentication, { now }) },
      };
    }
    const request = authentication.refresh?.(configuration);
    if (!request) return { grant: {} };
    const reply = await tokenCall(ports, request);
    const conceal = (text: string) => withoutCredentials(text, plan.element, configuration);
    if (isRevoked(reply)) return { revoked: textOf(reply.body, conceal) ?? "" };
    if (!isOk(reply)) {
      const reason = `the token endpoint answered ${reply.code} ${textOf(reply.body, conceal) ?? ""}`.trim();
      return { failed: new Failure("badGateway", reason) };
    }
    return { grant: authentication.readGrant?.(reply.body, { now }) ?? {} };
  } catch (error) {
    return { failed: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** Which resources run after a refresh, except one that replaced the token endpoint and has run. */
export function typesAfterRefresh(plan: ElementPlan, configuration: Configuration): ResourceTypeName[] {
  const bypass = bypassOf(plan, configuration);
  return plan.typesAt("refreshed").filter((type) => type !== bypass);
}

/** The resource that refreshes instead of the token endpoint: elements with custom authentication have one. */
function bypassOf(plan: ElementPlan, configuration: Configuration): ResourceTypeName | undefined {
  const { isByElement } = authenticationOf(plan.element, configuration);
  return plan.typesAt("refresh")[0] ?? (isByElement ? plan.typesAt("refreshByElement")[0] : undefined);
}

export const isRefreshable = (plan: ElementPlan, configuration: Configuration): boolean =>
  bypassOf(plan, configuration) !== undefined ||
  Boolean(authenticationOf(plan.element, configuration).refresh?.(configuration));

/** Whether the stale grant was replaced meanwhile; a resource may return its token under any name. */
export const isRefreshed = (plan: ElementPlan, stale: Configuration, current: Configuration): boolean =>
  bypassOf(plan, stale) ? Object.keys(changesIn(current, stale)).length > 0 : !isSameGrant(stale, current);

export const changesIn = (after: Configuration, before: Configuration): Configuration =>
  Object.fromEntries(Object.entries(after).filter(([key, value]) => before[key] !== value));
