import type { Row } from "./scaffold.ts";

const OPENING = "([{";
const CLOSING = ")]}";

/** The source of a file with one more item at the end of a list, and its import. The formatter orders imports. */
export function addRow(source: string, { file, list, item, from }: Omit<Row, "file"> & { file: string }): string {
  const start = source.indexOf(list);
  if (start < 0) throw new Error(`${file} has no "${list}", which the new row belongs to. Correct the scaffold.`);
  const end = closingBracket(source, start + list.length);
  const items = source
    .slice(start + list.length, end)
    .trimEnd()
    .replace(/,$/, "");
  const separator = items === "" ? "" : ",";
  return [
    `import { ${item.replace(/^\.{3}/, "")} } from "${from}";\n`,
    source.slice(0, start + list.length),
    `${items}${separator} ${item},`,
    source.slice(end),
  ].join("");
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
