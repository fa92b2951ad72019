/** Matches everything that cannot hold a value before names: comments, texts, quoted names, dollar quotes and casts. */
const TOKEN =
  /--[^\n]*|\/\*|\b[eE]'(?:[^'\\]|\\.|'')*(?:'|$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|(?<![\w$])\$([A-Za-z_]\w*)?\$|::|:([A-Za-z_]\w*)/gs;

/**
 * Replaces the `:name` places of SQL by parameters `$1`, `$2`…, with their values in that order; a name without a value
 * is null. Texts, quoted names, comments and `::casts` are unchanged, so that no value ever becomes part of the text.
 */
export function bindNames(
  text: string,
  values: Readonly<Record<string, unknown>>,
): { text: string; values: unknown[] } {
  const bound: unknown[] = [];
  let written = "";
  let copied = 0;
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
    const [token, tag = "", name] = found;
    if (name !== undefined) {
      written += `${text.slice(copied, found.index)}$${bound.push(Object.hasOwn(values, name) ? values[name] : null)}`;
      copied = TOKEN.lastIndex;
    } else if (token === "/*") TOKEN.lastIndex = endOfComment(text, TOKEN.lastIndex);
    else if (token.startsWith("$")) TOKEN.lastIndex = endOf(text, `$${tag}$`, TOKEN.lastIndex);
  }
  return { text: written + text.slice(copied), values: bound };
}

/** Comments nest. */
function endOfComment(text: string, from: number): number {
  let depth = 1;
  const mark = /\/\*|\*\//g;
  mark.lastIndex = from;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    depth += found[0] === "/*" ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return text.length;
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}
