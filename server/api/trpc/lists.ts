import { z } from "zod";
import type { PageRequest } from "#server/page.ts";

/** How many rows a list of a screen shows at a time. */
const PAGE = 50;

/** What a screen says about a list that it shows page by page. */
export const paged = z.object({ cursor: z.string().max(100).optional() });
export const searched = paged.extend({ search: z.string().trim().max(255).optional() });

/** The page that a screen wants; an empty search is none. */
export const asked = ({ cursor, search }: z.output<typeof searched>) => ({
  search: search || undefined,
  page: { size: PAGE, after: cursor } satisfies PageRequest,
});

/** The first part of a list whose rest nobody needs. */
export const first = (size: number): PageRequest => ({ size, after: undefined });
