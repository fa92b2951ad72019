/** `…` stands for unchanged lines. */
export type DiffLine = { sign: " " | "+" | "-" | "…"; text: string };

/** Beyond this many pairs of lines, everything between the first and the last difference counts as changed. */
const MOST_PAIRS = 1_000_000;

/** The changed lines between two texts, each change with some unchanged lines around it. */
export function lineDiff(before: string, after: string, context = 2): DiffLine[] {
  const lines = allLines(before.split("\n"), after.split("\n"));
  const near = new Set<number>();
  for (const [at, { sign }] of lines.entries())
    if (sign !== " ") for (let other = at - context; other <= at + context; other++) near.add(other);
  return lines.flatMap((line, at): DiffLine[] =>
    near.has(at) ? [line] : near.has(at - 1) || at === 0 ? [{ sign: "…", text: "" }] : [],
  );
}

const lineWith = (sign: DiffLine["sign"]) => (text: string) => ({ sign, text });

function allLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [
    ...before.slice(0, start).map(lineWith(" ")),
    ...between(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(lineWith(" ")),
  ];
}

/** By the longest common subsequence. */
function between(before: readonly string[], after: readonly string[]): DiffLine[] {
  if (before.length * after.length > MOST_PAIRS) return [...before.map(lineWith("-")), ...after.map(lineWith("+"))];
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      common[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old, now] = [before[row], after[column]];
    if (old !== undefined && old === now) {
      lines.push({ sign: " ", text: old });
      row++;
      column++;
    } else if (old !== undefined && (now === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ sign: "-", text: old });
      row++;
    } else if (now !== undefined) {
      lines.push({ sign: "+", text: now });
      column++;
    }
  }
  return lines;
}
