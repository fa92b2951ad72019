import { type ElementDocs, elementDocs } from "#server/element/docs/docs.ts";
import type { ElementReader } from "../element/find-element.ts";
import { wholeOf } from "../element/present-element.ts";
import { elementsIn, findHub } from "./list-hubs.ts";

/** The operations of all elements of a hub, as one Swagger 2.0 document; refuses notFound. */
export async function readHubDocs(
  ctx: ElementReader,
  { key, publicUrl }: { key: string; publicUrl: string },
): Promise<ElementDocs> {
  const { name, description } = await findHub(ctx, key);
  const elements = (await elementsIn(ctx, key)).map(wholeOf);
  const resources = elements.flatMap((element) => element.resources);
  const objects = elements.flatMap((element) => element.objects);
  return elementDocs({ key, name, description, hub: key, resources, objects }, publicUrl);
}
