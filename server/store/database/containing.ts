import { writtenForms } from "#server/search-text.ts";

/** Escapes the wildcards of LIKE, because Prisma passes `contains` to LIKE unescaped. */
const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&");

/** Patterns for `ilike any`, of which a value that contains the search text matches one, however it is written. */
export const patternsOf = (search: string): string[] => writtenForms(search).map((text) => `%${escapeLike(text)}%`);

type Contains = { contains: string; mode: "insensitive" };

/** Conditions of Prisma, of which a row with the search text in what `at` makes of it meets one: its name, for example. */
export const containing = <Where>(search: string, at: (contains: Contains) => Where[]): { OR: Where[] } => ({
  OR: writtenForms(search).flatMap((text) => at({ contains: escapeLike(text), mode: "insensitive" })),
});
