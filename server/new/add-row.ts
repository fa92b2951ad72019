import type { Row } from "./scaffold.ts";

const OPENING = "([{";
const CLOSING = ")]}";

/** Adds an item to the end of a list in a source file, and its import. The formatter sorts imports. */
export function addRow(source: string, { file, list, item, imports, from, separator = "," }: Row): string {
  const { start, end } = listIn(source, { file, list });
  const items = source.slice(start, end).trimEnd();
  const isFirst = items === "";
  const isSeparated = isFirst || items.endsWith(separator);
  return [
    from === undefined ? "" : `import ${imports ?? `{ ${nameOf(item)} }`} from "${from}";\n`,
    source.slice(0, start),
    `${items}${isSeparated ? "" : separator} ${item}${separator === " " ? "" : separator}`,
    source.slice(end),
  ].join("");
}

/** The identifier or key of an item: `regions` of `...regions` and of `regions: [{}]`. */
export const nameOf = (item: string): string =>
  item
    .replace(/^\.{3}/, "")
    .replace(/:.*/s, "")
    .replaceAll('"', "");

/** The positions of the items of a list. */
export function listIn(source: string, { file, list }: Pick<Row, "file" | "list">): { start: number; end: number } {
  const at = source.indexOf(list);
  if (at < 0) throw new Error(`${file} has no "${list}", which the new row belongs to. Correct the scaffold.`);
  const start = at + list.length;
  return { start, end: list.endsWith("`") ? source.indexOf("`", start) : closingBracket(source, start) };
}

/** The position of the bracket that closes the one before `from`. */
function closingBracket(source: string, from: number): number {
  let depth = 1;
  for (let at = from; at < source.length; at++) {
    const character = source.charAt(at);
    if (OPENING.includes(character)) depth++;
    else if (CLOSING.includes(character)) depth--;
    if (depth === 0) return at;
  }
  throw new Error("The list is not closed.");
}
