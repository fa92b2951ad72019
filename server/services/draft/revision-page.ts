const PAGE = 50;

/** Above every revision, for the first page. */
export const FIRST_PAGE = 2 ** 31 - 1;

type Row = { revision: number; createdAt: Date };

/**
 * One page of the revisions of a formula or element whose revision is `current`; `next` is the start of the next page.
 */
export async function revisionPage<Found extends Row>(
  current: number,
  list: (size: number) => Promise<Found[]>,
  size = PAGE,
) {
  const rows = await list(size);
  const last = rows.at(-1);
  return {
    current,
    revisions: rows.map(({ createdAt, ...row }) => ({ ...row, createdDate: createdAt.toISOString() })),
    next: rows.length === size && last && last.revision > 1 ? last.revision : null,
  };
}
