import { parseColumnConditions } from "#server/element/query/column-conditions.ts";
import { mapPage, type PageRequest, pageInOrder } from "#server/page.ts";
import * as elementKeys from "#server/store/element/element-keys.ts";
import * as elements from "#server/store/element/elements.ts";
import { SEARCHED } from "#server/store/element/visible-elements.ts";
import type { ElementReader } from "./find-element.ts";
import { presentLight } from "./present-element.ts";

type Wanted = { where?: string | undefined; search?: string | undefined; page: PageRequest };

/** Elements that the caller sees, newest first, abridged; without a caller, the catalog. */
export async function listElements({ db, caller }: ElementReader, { where, search, page }: Wanted) {
  const conditions = parseColumnConditions(where, SEARCHED);
  return mapPage(await elements.list(db.prisma, { viewer: caller, where: conditions, search }, page), presentLight);
}

/** The keys of all elements that the caller sees. */
export const listElementKeys = async ({ db, caller }: ElementReader, { page }: { page: PageRequest }) =>
  pageInOrder(await elementKeys.list(db.prisma, caller), page, (key) => key);
