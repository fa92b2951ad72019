/** Escapes the wildcards of LIKE in a search text, because Prisma passes `contains` to LIKE unescaped. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&");
