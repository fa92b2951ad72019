import { compileCommonResources } from "#server/common-resource/compile.ts";
import { withCommonResources } from "#server/common-resource/documented.ts";
import { elementTransformations } from "#server/common-resource/element-transformations.ts";
import { type ElementDocs, elementDocs, operationDocs } from "#server/element/docs/docs.ts";
import { Failure } from "#server/errors.ts";
import { type ElementReader, findElement } from "./find-element.ts";
import { wholeOf } from "./present-element.ts";

/** The Swagger 2.0 document of an element with the common resources that it brings, or of one of its operations. Refuses notFound. */
export async function readDocs(
  ctx: ElementReader,
  { keyOrId, operationId, publicUrl }: { keyOrId: string; operationId?: string | undefined; publicUrl: string },
): Promise<ElementDocs> {
  const element = wholeOf(await findElement(ctx, keyOrId));
  const common = compileCommonResources(elementTransformations(element.defaultTransformations));
  const docs = elementDocs(withCommonResources(element, common), publicUrl);
  if (operationId === undefined) return docs;
  const one = operationDocs(docs, operationId);
  if (!one) throw new Failure("notFound", `operationId: there is no operation "${operationId.slice(0, 100)}".`);
  return one;
}
