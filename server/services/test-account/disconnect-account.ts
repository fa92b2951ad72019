import type { Context } from "#server/context.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import type { Configuration, ElementPorts } from "#server/element/ports.ts";
import { elementPorts } from "../instance/element-ports.ts";
import { revokeGrant } from "../instance/revoke-grant.ts";
import { runDeletion } from "../instance/run-deletion.ts";

type Connected = { account: { id: number; name: string; configuration: Configuration }; plan: ElementPlan };

/**
 * Does at the provider what the deletion of an element instance does, for an account that is none: runs the element's
 * resources for deletion, then revokes the grant. Failures of the provider are logged.
 */
export async function disconnectAccount(ctx: Context, { account, plan }: Connected): Promise<void> {
  const instance = { ...account, organizationId: ctx.caller.organizationId };
  let { configuration } = account;
  const ports: ElementPorts = {
    ...elementPorts(ctx, { instance, plan }),
    // Neither a pause after failures nor a formula may prevent the disconnection.
    send: ctx.provider.send,
    refresh: async () => null,
    async saveConfiguration(changes) {
      configuration = { ...configuration, ...changes };
    },
  };
  const left = await runDeletion(ctx, { instance, plan, ports });
  await revokeGrant(ctx, { plan, configuration: { ...configuration, ...left }, ports });
}
