/** The items that an item depends on. */
type Needs<Item> = (item: Item) => readonly Item[];

/** Sorts items after those that they depend on. In a cycle the first given comes first. */
export function inOrder<Item>(items: readonly Item[], needs: Needs<Item>): Item[] {
  const ordered = new Set<Item>();
  const entered = new Set<Item>();
  const todo: { item: Item; isLeaving: boolean }[] = items.map((item) => ({ item, isLeaving: false })).reverse();
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { item, isLeaving } = next;
    if (isLeaving) ordered.add(item);
    if (isLeaving || entered.has(item)) continue;
    entered.add(item);
    todo.push({ item, isLeaving: true });
    for (const needed of needs(item).toReversed()) todo.push({ item: needed, isLeaving: false });
  }
  return [...ordered];
}
