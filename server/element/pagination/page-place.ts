/** A position in a list: `page` counts from 1; `cursor` is the provider's own name for it, or `?query` of its link. */
export type PagePlace = { page: number; pageSize: number; cursor?: string };
