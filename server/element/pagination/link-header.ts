const SPACE = /\s/;

/**
 * The address of rel="next" in a header `Link` (RFC 8288); undefined without one. Commas and semicolons inside addresses
 * and quoted texts separate nothing.
 */
export function nextInLinkHeader(header: string): string | undefined {
  for (const link of split(header, ",")) {
    const [target = "", ...parameters] = split(link, ";");
    const address = /^<([^>]*)>$/.exec(target)?.[1]?.trim();
    // Only the first `rel` counts.
    const rel = parameters.map((text) => /^rel\s*=\s*(.*)$/is.exec(text)?.[1]).find((text) => text !== undefined);
    if (address && rel && unquoted(rel).toLowerCase().split(SPACE).includes("next")) return address;
  }
  return undefined;
}

const unquoted = (text: string): string =>
  text.startsWith('"') ? text.replaceAll(/^"|"$/g, "").replaceAll(/\\(.)/gs, "$1") : text;

/** Splits at a separator that stands neither in `<…>` nor in `"…"`. */
function split(text: string, separator: "," | ";"): string[] {
  const parts: string[] = [];
  let part = "";
  let inside: "" | ">" | '"' = "";
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (!inside && sign === separator) {
      parts.push(part.trim());
      part = "";
      continue;
    }
    part += sign;
    if (inside === '"' && sign === "\\") part += text[++at] ?? "";
    else if (inside) inside = sign === inside ? "" : inside;
    else if (sign === "<") inside = ">";
    else if (sign === '"') inside = '"';
  }
  return [...parts, part.trim()];
}
