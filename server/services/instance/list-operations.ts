import type { Context } from "#server/context.ts";
import { readInstanceDocs } from "./read-docs.ts";

/**
 * The documented operations of an instance, with its account's extensions and its common resources, in the order of its
 * documentation. Refuses notFound.
 */
export async function listOperations(ctx: Context, { elementInstanceId }: { elementInstanceId: number }) {
  const { paths } = await readInstanceDocs(ctx, { address: { elementInstanceId } });
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId, summary, tags }]) => ({
      ...{ operationId, path },
      method: method.toUpperCase(),
      summary: String(summary ?? ""),
      object: Array.isArray(tags) ? String(tags[0]) : "",
    })),
  );
}
