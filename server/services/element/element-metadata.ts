import { elementMetadata, furtherMetadata } from "#server/element/definition/element-metadata.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import * as elements from "#server/store/element/elements.ts";
import { type ElementReader, findElement } from "./find-element.ts";
import { factsOf, presentLight, wholeOf } from "./present-element.ts";

type Input = { expand?: boolean | undefined };

/** Facts about an element before it is used; `expand` adds the list entry and the author's metadata. */
export const readElementMetadata = async (ctx: ElementReader, { keyOrId, input }: { keyOrId: string; input: Input }) =>
  metadataOf(await findElement(ctx, keyOrId), input);

export async function listElementMetadata(
  { db, caller }: ElementReader,
  { page, ...input }: Input & { page: PageRequest },
) {
  const found = await elements.list(db.prisma, { viewer: caller, where: [] }, page);
  return mapPage(found, (record) => metadataOf(record, input));
}

function metadataOf(record: elements.ElementRecord, { expand = false }: Input) {
  const { id, extended } = factsOf(record);
  const whole = wholeOf(record);
  return {
    ...(expand && { ...presentLight(record), ...furtherMetadata(whole) }),
    id,
    extended,
    ...elementMetadata(whole),
  };
}
