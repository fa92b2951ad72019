import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { deleteInstance } from "../instance/delete-instance.ts";
import { dropTestAccountsOf } from "../test-account/delete-test-account.ts";

/** Deletes the element instances and test accounts of permanently deleted users, each on behalf of its owner. */
export async function dropInstances(ctx: Context, userIds: number[]): Promise<void> {
  await dropTestAccountsOf(ctx, { userIds });
  const { organizationId } = ctx.caller;
  for (const elementInstanceId of await elementInstances.idsOfUsers(ctx.db.prisma, organizationId, userIds)) {
    await deleteInstance(ctx, { elementInstanceId }).catch((error: unknown) => {
      // Somebody else has deleted it first.
      if (!(error instanceof Failure && error.kind === "notFound")) throw error;
    });
  }
}
