import { z } from "zod";
import type { PageRequest } from "#server/page.ts";

/** The number of rows per page of a screen's list. */
const PAGE = 50;

const cursorThat = (isCursor: (text: string) => boolean) =>
  z.string().max(100).refine(isCursor, "is not a cursor of this list: send the `next` of the page before").optional();

const isId = (text = "") => /^\d{1,10}$/.test(text) && Number(text) < 2 ** 31;
const isLongId = (text = "") => /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text));
const isTime = (text = "") => z.iso.datetime().safeParse(text).success && !Number.isNaN(Date.parse(text));

function timeAnd(isKey: (id: string) => boolean) {
  return cursorThat((text) => {
    const [time, id = "", ...others] = text.split(" ");
    return isTime(time) && id !== "" && isKey(id) && others.length === 0;
  });
}

/** Cursors of lists that are sorted by ids, by a state and then ids, by a time and then long ids. */
const idCursor = cursorThat(isId);
export const stateCursor = cursorThat((text) => isId(/^(?:true|false)\|(.*)$/s.exec(text)?.[1]));
export const timeCursor = cursorThat((text) => {
  const [time, id, ...others] = text.split("|");
  return isTime(time) && isLongId(id) && others.length === 0;
});
export const cursorOfLongId = cursorThat(isLongId);
/** Cursors of lists that are sorted by a time and then a UUID or a request id. */
export const uuidCursor = timeAnd((id) => z.uuid().safeParse(id).success);
export const requestCursor = timeAnd((id) => id.length <= 64);

/** Parameters of a paged list. */
export const paged = z.object({ cursor: idCursor });
export const searched = paged.extend({ search: z.string().trim().max(255).optional() });

/** The requested page of a list without a search. */
export const pageOfRows = (after: string | undefined, size = PAGE): PageRequest => ({ size, after });

/** The requested page; an empty search is ignored. */
export const pageRequest = ({ cursor, search }: z.output<typeof searched>) => ({
  search: search || undefined,
  page: pageOfRows(cursor),
});

/** The first page of a list that needs only one. */
export const firstPage = (size: number): PageRequest => pageOfRows(undefined, size);
