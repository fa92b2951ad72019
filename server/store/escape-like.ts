/** A text to search for as it is: Prisma passes `contains` on to LIKE with its wildcards alive. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&");
