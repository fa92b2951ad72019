/** The requested page of a list: at most `size` items after the one with the key `after`. */
export type PageRequest = { size: number; after: string | undefined };

/** Longer lists are not counted: their total is an estimate. */
export const COUNTED_EXACTLY = 10_000;

/** How many rows a whole list has. */
export type Count = { total: number; isEstimate?: true };

/** One page of a list, newest first; `next` is the key of the next page, if there is one. */
export type Page<Item> = Count & { items: Item[]; next: string | undefined };

/** A page from one row more than requested: the additional row only shows that there is a next page. */
export function pageOf<Row>(
  rows: Row[],
  count: number | Count,
  { size }: PageRequest,
  key: (row: Row) => unknown,
): Page<Row> {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  const total = typeof count === "number" ? { total: count } : count;
  return { items, ...total, next: rows.length > size && last !== undefined ? String(key(last)) : undefined };
}

/** The same page with other items. */
export const mapPage = <From, To>(page: Page<From>, to: (item: From) => To): Page<To> => ({
  ...page,
  items: page.items.map(to),
});

/** A page of a list in memory, in the order of its keys. */
export function pageInOrder<Item>(all: readonly Item[], page: PageRequest, key: (item: Item) => string): Page<Item> {
  const rest = all.filter((item) => page.after === undefined || key(item) > page.after);
  const sorted = rest.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  return pageOf(sorted.slice(0, page.size + 1), all.length, page, key);
}

/** A page of a list in memory, in its own order: the key of an item is its position. */
export function pageByPosition<Item>(all: readonly Item[], page: PageRequest): Page<Item> {
  const from = page.after === undefined ? 0 : Number(page.after) + 1;
  const rows = all.slice(from, from + page.size + 1).map((item, index) => ({ item, position: from + index }));
  return mapPage(
    pageOf(rows, all.length, page, ({ position }) => position),
    ({ item }) => item,
  );
}

const ROWS_AT_ONCE = 200;

/** All rows of a list, page by page, for callers that need the complete list. */
export async function everyRow<Row>(list: (page: PageRequest) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  let after: string | undefined;
  do {
    const page = await list({ size: ROWS_AT_ONCE, after });
    rows.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return rows;
}
