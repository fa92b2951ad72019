import { elementMetadata } from "#server/element/definition/element-metadata.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import * as elements from "#server/store/elements.ts";
import { type Asking, findElement } from "./find-element.ts";
import { factsOf, wholeOf } from "./present-element.ts";

type Asked = { expand?: boolean | undefined };

/** What is worth knowing of an element before it is used (contract §2.9); `expand` adds what its author wrote. */
export const readElementMetadata = async (ctx: Asking, keyOrId: string, asked: Asked) =>
  metadataOf(await findElement(ctx, keyOrId), asked);

export async function listElementMetadata({ db, caller }: Asking, { page, ...asked }: Asked & { page: PageRequest }) {
  const found = await elements.list(db.prisma, { viewer: caller, where: [] }, page);
  return mapPage(found, (record) => metadataOf(record, asked));
}

const authorsWords = ({ elementMetadata: words }: elements.ElementRecord["definition"]): object =>
  typeof words === "object" && words !== null ? words : {};

function metadataOf(record: elements.ElementRecord, { expand = false }: Asked) {
  const { id, extended } = factsOf(record);
  return { ...(expand && authorsWords(record.definition)), id, extended, ...elementMetadata(wholeOf(record)) };
}
