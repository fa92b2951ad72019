const DEEPEST = 12;
const LONGEST_NAME = 100;

type Open = { isList: boolean; name: string; position: number };

/** The path that a truncated JSON text leaves open, such as `paths./contacts.get`. Linear. */
export function unclosedPlaceOf(text: string): string {
  const open: Open[] = [];
  let deeper = 0;
  let last = "";
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    const inner = deeper === 0 ? open.at(-1) : undefined;
    if (sign === '"') {
      const end = endOfString(text, at + 1);
      last = text.slice(at + 1, Math.min(end, at + 1 + LONGEST_NAME));
      at = end;
    } else if (sign === "{" || sign === "[") {
      if (open.length === DEEPEST) deeper++;
      else open.push({ isList: sign === "[", name: "", position: 0 });
    } else if (sign === "}" || sign === "]") {
      if (deeper > 0) deeper--;
      else open.pop();
    } else if (sign === ":" && inner) inner.name = last;
    else if (sign === "," && inner) {
      inner.position++;
      inner.name = "";
    }
  }
  const place = open.map(({ isList, name, position }) => (isList ? String(position) : name)).filter(Boolean);
  return place.length === 0 ? "the document" : `${place.join(".")}${deeper > 0 ? "…" : ""}`;
}

function endOfString(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
