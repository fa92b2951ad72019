import type { Context } from "#server/context.ts";
import { isRegistered } from "#server/element/event-kinds/registry.ts";
import type { Moment } from "#server/element/resource-types/resource-type.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { elementPorts } from "./element-ports.ts";
import { type Address, findWithElement } from "./find-instance.ts";
import { revokeGrant } from "./revoke-grant.ts";
import { runDeletion } from "./run-deletion.ts";

/**
 * Deletes an instance: first runs the element's resources for deletion, then deletes the row, then revokes the grant at
 * the provider. Failures of the provider are logged and do not prevent the deletion.
 */
export async function deleteInstance(ctx: Context, address: Address) {
  requireDesigner(ctx);
  const { instance, plan } = await findWithElement(ctx, address);
  const { id, elementId } = instance;
  const ports = elementPorts(ctx, { instance, plan });
  const moments: Moment[] = isRegistered(instance.configuration) ? ["switchEventsOff", "delete"] : ["delete"];
  const configuration = await runDeletion(ctx, { instance, plan, ports, moments });
  // A refresh may have written another grant meanwhile: the last one must be revoked.
  const last = await elementInstances.open(ctx, { elementInstanceId: id, organizationId: instance.organizationId });
  await ctx.db.prisma.$transaction(async (tx) => {
    if (await elementInstances.remove(tx, instance))
      await record(tx, ctx, { entity: "elementInstance", entityId: id, parentId: elementId, action: "deleted" });
  });
  await revokeGrant(ctx, { plan, configuration: last?.configuration ?? configuration, ports });
  return {};
}
