import { bracketAt, type NameInPath, rootOf } from "./path.ts";

/** A name with more different characters is another name. */
const MOST_CHANGES = 2;

/**
 * The name that was probably meant in a path that has none of `names`, below its root, and the place of the written
 * one. Upper and lower case, and the signs between words, do not count.
 */
export function similarIn(path: string, names: readonly string[]): NameInPath | undefined {
  const start = rootOf(path)?.length ?? 0;
  const inBracket = path[start] === "[" ? bracketAt(path, start) : undefined;
  const found = names.flatMap((name) => {
    const end = inBracket?.end ?? endOfParts(path, start + 1, name.split(".").length);
    const written = inBracket?.name ?? path.slice(start + 1, end);
    const changes = changesBetween(plain(written), plain(name));
    // Most of a short name would be different.
    return changes <= Math.min(MOST_CHANGES, plain(name).length / 3) ? [{ name, end, changes }] : [];
  });
  const [best] = found.toSorted((one, other) => one.changes - other.changes);
  return best && { name: best.name, start: inBracket ? start : start + 1, end: best.end };
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, "");

/** The end of so many parts of a path between dots. */
function endOfParts(path: string, from: number, count: number): number {
  const parts = path.slice(from).split(".").slice(0, count);
  const bracket = parts.at(-1)?.indexOf("[") ?? -1;
  const length = parts.join(".").length;
  return from + (bracket < 0 ? length : length - (parts.at(-1)?.length ?? 0) + bracket);
}

/** The number of characters to insert, delete, replace, or swap with the next one, as far as it is at most `MOST_CHANGES`. */
function changesBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MOST_CHANGES) return Number.POSITIVE_INFINITY;
  const lines = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  const known = (row: number, at: number) => lines[row]?.[at] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    lines.push(line);
    for (let at = 1; at <= other.length; at++) {
      const replaced = known(row - 1, at - 1) + (one[row - 1] === other[at - 1] ? 0 : 1);
      const isSwapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      const swapped = isSwapped ? known(row - 2, at - 2) + 1 : Number.POSITIVE_INFINITY;
      line.push(Math.min(known(row - 1, at) + 1, known(row, at - 1) + 1, replaced, swapped));
    }
    if (Math.min(...line) > MOST_CHANGES) return Number.POSITIVE_INFINITY;
  }
  return known(one.length, other.length);
}
