const PAGE = 50;

/** The revision "before" which the first page ends. */
export const FIRST_PAGE = 2 ** 31 - 1;

type Row = { revision: number; createdAt: Date };

/** One page of the revisions of something that is at `current`; `next` is where the following page begins. */
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
