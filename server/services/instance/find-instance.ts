import type { Context } from "#server/context.ts";
import { compileElement } from "#server/element/plan.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import { Failure } from "#server/errors.ts";
import { ownScope } from "#server/store/database/scope.ts";
import type { ElementRecord } from "#server/store/element/elements.ts";
import * as elements from "#server/store/element/elements.ts";
import type { ElementInstanceRecord } from "#server/store/element-instance/element-instances.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { refusedCredentials } from "../account/refused-credentials.ts";
import { findElement } from "../element/find-element.ts";

/** How a path names an instance: by id, with or without its element, or not at all, which means the token's. */
export type Address = { elementInstanceId?: number | undefined; keyOrId?: string | undefined };

/** An instance that the caller sees; refuses notFound, and unauthorized if the token's instance was deleted. */
export async function findInstance(
  ctx: Context,
  { elementInstanceId: named, keyOrId }: Address,
): Promise<ElementInstanceRecord> {
  const elementInstanceId = named ?? ctx.caller.elementInstanceId;
  if (elementInstanceId === undefined) throw new Error("Neither an id nor a token names the instance.");
  const elementId = keyOrId === undefined ? undefined : (await findElement(ctx, keyOrId)).id;
  const found = await elementInstances.find(ctx, ownScope(ctx.caller), { elementInstanceId, elementId });
  if (found) return found;
  if (named === undefined) throw refusedCredentials();
  throw new Failure(
    "notFound",
    `There is no element instance ${named}${keyOrId === undefined ? "" : ` of element ${keyOrId}`}.`,
  );
}

/** An instance with its element, including the extensions of its account. */
export type WithElement = { instance: ElementInstanceRecord; plan: ElementPlan };

export async function findWithElement(ctx: Context, address: Address): Promise<WithElement> {
  const instance = await findInstance(ctx, address);
  return { instance, plan: await planFor(ctx, instance) };
}

export async function planFor(
  { db, vault }: Pick<Context, "db" | "vault">,
  { elementId, accountId }: { elementId: number; accountId: number },
) {
  const definition = await elements.readDefinition(db.prisma, vault, { elementId, accountId });
  if (!definition) throw new Error(`Element ${elementId} has instances and is gone.`);
  return compileElement(definition.element, definition.extension);
}

/** The element of an instance, as the caller would see it in a list. */
export const elementOf = (
  { db, vault }: Pick<Context, "db" | "vault">,
  { elementId, organizationId, accountId }: Pick<ElementInstanceRecord, "elementId" | "organizationId" | "accountId">,
): Promise<ElementRecord | null> =>
  elements.find(db.prisma, vault, { organizationId, accountId, seesAllAccounts: true }, elementId);
