/**
 * A position in a list: `page` counts from 1; `cursor` is the provider's own name for it, `?query` of its link, or the
 * path of its link (`isPath`). `seen`: the number of rows before it, where pages are not all of the requested size.
 */
export type PagePlace = { page: number; pageSize: number; cursor?: string; isPath?: true; seen?: number };

export const rowsBefore = ({ page, pageSize, seen }: PagePlace): number => seen ?? (page - 1) * pageSize;

/** The address of a request for a page: as it was sent, and that of the resource without a link. */
export type ListAddress = { sent: string; own: string };
