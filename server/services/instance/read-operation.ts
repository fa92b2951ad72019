import type { Context } from "#server/context.ts";
import { readInstanceDocs } from "./read-docs.ts";

/** One documented operation of an instance, with the definitions that it refers to. Refuses notFound. */
export async function readOperation(
  ctx: Context,
  { elementInstanceId, operationId }: { elementInstanceId: number; operationId: string },
) {
  const { paths, definitions } = await readInstanceDocs(ctx, { address: { elementInstanceId }, operationId });
  const [operation] = Object.values(paths).flatMap((operations) => Object.values(operations));
  if (!operation) throw new Error("A documented operation is missing.");
  return { operation, definitions };
}
