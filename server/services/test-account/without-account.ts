import type { Context } from "#server/context.ts";
import { fillConfiguration } from "#server/element/definition/fill-configuration.ts";
import { reasonForAccount } from "#server/element/definition/needs-account.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import { Failure } from "#server/errors.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { type Account, accountFor } from "./account-for.ts";
import { openInstanceOf } from "./open-instance.ts";

/** Replaces an account if a definition needs none: its defaults. Refuses (badRequest) a definition that needs one. */
export async function withoutAccount(ctx: Context, plan: ElementPlan): Promise<Account> {
  const reason = reasonForAccount(plan.element);
  if (reason !== undefined)
    throw new Failure("badRequest", `testAccountId: connect a test account, or send an elementInstanceId. ${reason}`);
  const configuration = fillConfiguration(plan.element, {});
  const id = await elementInstances.nextId(ctx.db.prisma);
  const account = { id, name: plan.element.name, elementId: null, createdAt: ctx.now() };
  return accountFor(ctx, {
    open: async () => openInstanceOf(ctx, { account, configuration, plan }),
    keep: (ports) => ({ ...ports, refresh: async () => null, saveConfiguration: async () => {} }),
  });
}
