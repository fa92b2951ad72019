import { NO_COMMON_RESOURCES } from "#server/common-resource/compile.ts";
import type { Context } from "#server/context.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import type { Configuration } from "#server/element/ports.ts";
import type { OpenInstance } from "#server/store/element-instance/open-instances.ts";

type Shown = {
  account: { id: number; name: string; elementId: number | null; version?: number; createdAt: Date };
  configuration: Configuration;
  plan: ElementPlan;
};

/** An account of the caller in the form of an open element instance. It has no token and no triggers. */
export function openInstanceOf({ caller }: Context, { account, configuration, plan }: Shown): OpenInstance {
  const { id, name, elementId, version = 1, createdAt } = account;
  const { organizationId, accountId, userId } = caller;
  const instance = {
    ...{ id, organizationId, accountId, userId, elementId: elementId ?? 0, name, version, configuration },
    ...{ tags: [], token: "", tokenHash: new Uint8Array(), externalAuthentication: null, tracedUntil: null },
    ...{ valid: true, disabled: false, createdAt, updatedAt: createdAt },
  };
  return { instance, plan, commonResources: NO_COMMON_RESOURCES, hasRequestTriggers: false, isOwnerActive: true };
}
