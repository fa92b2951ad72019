/** The name that differs by few letters from a wrong one; undefined if none is close. */
export function closestTo(wrong: string, names: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(wrong.length / 3));
  const [closest] = names
    .map((name) => ({ name, distance: distance(wrong.toLowerCase(), name.toLowerCase()) }))
    .filter((one) => one.distance <= most)
    .sort((one, other) => one.distance - other.distance);
  return closest?.name;
}

const LONGEST = 60;

/** The number of letters to add, remove or replace. */
function distance(one: string, other: string): number {
  if (one.length > LONGEST) return one.length;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const replaced = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
