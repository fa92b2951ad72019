import { Failure } from "../../errors.ts";
import { type PagePlace, rowsBefore } from "./page-place.ts";

/** The statuses with which providers refuse a page that does not exist. */
const OUT_OF_RANGE: readonly number[] = [400, 404, 416];

/**
 * Whether the provider may have refused a page because the list ended before it. Some state a larger total, or have a
 * full last page. A position that the provider has named exists.
 */
export const mayBeBeyondEnd = (error: unknown, { page, cursor }: PagePlace): boolean =>
  page > 1 && cursor === undefined && error instanceof Failure && OUT_OF_RANGE.includes(error.provider?.code ?? 0);

/** Fewer rows than any provider limits its pages to: the page before was short because there are no more. */
export const isWholeList = (refused: PagePlace): boolean =>
  rowsBefore(refused) <= 2 && rowsBefore(refused) < refused.pageSize;

/**
 * A page that starts before the end of the list and reaches beyond it, with the rows that it has if the list does end
 * there. Exactly these rows prove that it does: if there were more, the page would have more, since it is no larger than
 * those before. Undefined if no size of a page is such.
 */
export function pageAcrossEnd(refused: PagePlace): { place: PagePlace; rows: number } | undefined {
  const all = rowsBefore(refused);
  for (let pageSize = Math.floor(all / (refused.page - 1)); pageSize > 1; pageSize--) {
    const rows = all % pageSize;
    if (rows > 0) return { place: { page: Math.floor(all / pageSize) + 1, pageSize }, rows };
  }
  return undefined;
}

/** Whether a list whose pages have `size` rows, whatever is requested, ends with a shorter page of `last` rows. */
export const endsWithShortPage = (refused: PagePlace, { size, last }: { size: number; last: number }): boolean =>
  last < size && rowsBefore(refused) === (refused.page - 2) * size + last;

/** The refusal of a page that may be beyond the end of the list, with what an author can do about it. */
export function unclearEnd(error: unknown, refused: PagePlace): unknown {
  if (!(error instanceof Failure)) return error;
  const advice = `It is unclear whether the list ends after row ${rowsBefore(refused)}. If it does, set pagination.max to the number of rows of a full page, or let a hook turn this refusal into an empty list.`;
  return new Failure(error.kind, `${error.message} ${advice}`, { ...error, cause: error.cause });
}
