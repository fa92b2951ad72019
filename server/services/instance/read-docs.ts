import { NO_COMMON_RESOURCES } from "#server/common-resource/compile.ts";
import { withCommonResources } from "#server/common-resource/documented.ts";
import type { Context } from "#server/context.ts";
import { type ElementDocs, elementDocs, operationDefinitions, operationDocs } from "#server/element/docs/docs.ts";
import { Failure } from "#server/errors.ts";
import { wholeOf } from "../element/present-element.ts";
import { type Address, elementOf, findInstance } from "./find-instance.ts";

type Input = { operationId?: string | undefined };

/**
 * The Swagger 2.0 document of an instance's element with its account's extensions and its common resources, or one
 * operation of it. Refuses notFound.
 */
export async function readInstanceDocs(
  ctx: Context,
  { address, operationId }: { address: Address } & Input,
): Promise<ElementDocs> {
  const instance = await findInstance(ctx, address);
  const element = await elementOf(ctx, instance);
  if (!element) throw new Failure("notFound", "The element of this instance no longer exists.");
  const { commonResources = NO_COMMON_RESOURCES } = (await ctx.openInstances.find(ctx.caller, instance.id)) ?? {};
  const docs = elementDocs(withCommonResources(wholeOf(element), commonResources), ctx.env.PUBLIC_URL);
  return operationId === undefined ? docs : (operationDocs(docs, operationId) ?? noSuchOperation(operationId));
}

/** The definitions that one operation refers to. Refuses notFound. */
export async function readInstanceDefinitions(
  ctx: Context,
  { address, operationId }: { address: Address; operationId: string },
): Promise<ElementDocs["definitions"]> {
  const docs = await readInstanceDocs(ctx, { address });
  return operationDefinitions(docs, operationId) ?? noSuchOperation(operationId);
}

function noSuchOperation(operationId: string): never {
  throw new Failure("notFound", `operationId: there is no operation "${operationId.slice(0, 100)}".`);
}
