import { z } from "zod";
import type { PageRequest } from "#server/page.ts";

/** How many rows a list of a screen shows at a time. */
const PAGE = 50;

const cursorThat = (isCursor: (text: string) => boolean) =>
  z.string().max(100).refine(isCursor, "is not a cursor of this list: send the `next` of the page before").optional();

const isId = (text = "") => /^\d{1,10}$/.test(text) && Number(text) < 2 ** 31;
const isLongId = (text = "") => /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text));
const isTime = (text = "") => z.iso.datetime().safeParse(text).success && !Number.isNaN(Date.parse(text));

/** Where a list goes on that is sorted by ids, by a state and then ids, by a time and then long ids. */
const idCursor = cursorThat(isId);
export const stateCursor = cursorThat((text) => isId(/^(?:true|false)\|(.*)$/s.exec(text)?.[1]));
export const timeCursor = cursorThat((text) => {
  const [time, id, ...others] = text.split("|");
  return isTime(time) && isLongId(id) && others.length === 0;
});

/** What a screen says about a list that it shows page by page. */
export const paged = z.object({ cursor: idCursor });
export const searched = paged.extend({ search: z.string().trim().max(255).optional() });

/** The page that a screen wants; an empty search is none. */
export const asked = ({ cursor, search }: z.output<typeof searched>) => ({
  search: search || undefined,
  page: { size: PAGE, after: cursor } satisfies PageRequest,
});

/** The first part of a list whose rest nobody needs. */
export const first = (size: number): PageRequest => ({ size, after: undefined });
