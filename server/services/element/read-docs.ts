import { type ElementDocs, elementDocs, operationDocs } from "#server/element/docs/docs.ts";
import { Failure } from "#server/errors.ts";
import { type ElementReader, findElement } from "./find-element.ts";
import { wholeOf } from "./present-element.ts";

/** The Swagger 2.0 document of an element, or of one of its operations. Refuses notFound. */
export async function readDocs(
  ctx: ElementReader,
  keyOrId: string,
  { operationId, host }: { operationId?: string | undefined; host: string },
): Promise<ElementDocs> {
  const docs = elementDocs(wholeOf(await findElement(ctx, keyOrId)), { host });
  if (operationId === undefined) return docs;
  const one = operationDocs(docs, operationId);
  if (!one) throw new Failure("notFound", `operationId: there is no operation "${operationId.slice(0, 100)}".`);
  return one;
}
