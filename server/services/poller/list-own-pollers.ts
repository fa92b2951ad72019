import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { PageRequest } from "#server/page.ts";
import { listPolledInstances } from "#server/store/poller/own-pollers.ts";
import { listPollers } from "./list-pollers.ts";

/** The polled connections that the caller sees, newest first, each with its resources. */
export async function listOwnPollers(
  ctx: Context,
  filter: { elementInstanceId?: number | undefined; page: PageRequest },
) {
  const found = await listPolledInstances(ctx.db.queries, ctx.caller, filter);
  const items = await Promise.all(
    found.items.map(async ({ id, name }) => ({ id, name, ...(await resourcesOf(ctx, id)) })),
  );
  return { ...found, items };
}

/** The configuration of a poller may be invalid, which must not hide the others. */
async function resourcesOf(ctx: Context, elementInstanceId: number) {
  try {
    return { resources: await listPollers(ctx, { elementInstanceId }), problem: null };
  } catch (error) {
    if (error instanceof Failure) return { resources: [], problem: error.message };
    throw error;
  }
}
