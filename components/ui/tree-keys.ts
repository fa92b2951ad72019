/** A visible row of a tree, in order. `isOpen` is undefined for rows that have none below them. */
export type TreeRow = { key: string; level: number; label: string; isOpen?: boolean | undefined };

/** The effect of a key in a tree: the focus moves to a row, or the row opens or closes. */
export type TreeMove = { focus: string } | { toggle: string };

/** The keys of trees, by the tree pattern of the ARIA Authoring Practices; undefined for all other keys. */
export function treeMove(rows: readonly TreeRow[], current: string, key: string): TreeMove | undefined {
  const at = rows.findIndex((row) => row.key === current);
  const row = rows[at];
  if (!row) return undefined;
  const to = (target: TreeRow | undefined): TreeMove => ({ focus: target?.key ?? current });
  const moves: Record<string, () => TreeMove> = {
    ArrowDown: () => to(rows[at + 1]),
    ArrowUp: () => to(rows[at - 1]),
    Home: () => to(rows[0]),
    End: () => to(rows.at(-1)),
    ArrowRight: () => (row.isOpen === false ? { toggle: current } : to(row.isOpen ? rows[at + 1] : undefined)),
    ArrowLeft: () =>
      row.isOpen ? { toggle: current } : to(rows.findLast(({ level }, i) => i < at && level < row.level)),
  };
  return Object.hasOwn(moves, key) ? moves[key]?.() : undefined;
}

/** Keys that follow each other faster than this are one text. */
const PAUSE_MS = 700;

/**
 * Finds rows by the beginning of their labels, as it is typed: a text from the present row on, the same letter again
 * and again from the next one on.
 */
export function typeAhead() {
  let text = "";
  let last = 0;
  return (rows: readonly TreeRow[], current: string, { key, timeStamp }: { key: string; timeStamp: number }) => {
    text = timeStamp - last > PAUSE_MS ? key : text + key;
    last = timeStamp;
    const isRepeated = [...text].every((letter) => letter === text[0]);
    const wanted = (isRepeated ? key : text).toLowerCase();
    const at = rows.findIndex((row) => row.key === current) + (isRepeated ? 1 : 0);
    return [...rows.slice(at), ...rows.slice(0, at)].find(({ label }) => label.toLowerCase().startsWith(wanted))?.key;
  };
}

/** Whether a key types a letter, and is no shortcut. */
export const isLetter = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">) =>
  key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
