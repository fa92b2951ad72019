import type { PageRequest } from "#server/page.ts";

/** The first part of a list, as far as a screen shows it without paging. */
export const first = (size: number): PageRequest => ({ size, after: undefined });
