/** An element of an XML document. Names have no prefix, text is trimmed. */
export type XmlElement = { name: string; text: string; children: XmlElement[] };

const PART = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([\w.:-]+)([^<>]*?)(\/?)>|([^<]+)|(<)/g;

/** Parses XML without document types and custom entities; throws an Error if it is not well formed. */
export function readXml(text: string): XmlElement {
  const root: XmlElement = { name: "", text: "", children: [] };
  const open: XmlElement[] = [root];
  const innermost = () => open.at(-1) ?? root;
  for (const [, cdata, close, qualified, , empty, words, stray] of text.matchAll(PART)) {
    if (stray) throw new Error("The XML has a < that begins nothing.");
    if (cdata !== undefined) innermost().text += cdata;
    else if (words !== undefined) innermost().text += unescaped(words);
    else if (qualified !== undefined) {
      const name = qualified.split(":").at(-1) ?? qualified;
      if (close) {
        if (open.length === 1 || open.pop()?.name !== name)
          throw new Error(`The XML closes ${name}, which is not open.`);
      } else {
        const element = { name, text: "", children: [] };
        innermost().children.push(element);
        if (!empty) open.push(element);
      }
    }
  }
  const [document] = root.children;
  if (open.length !== 1 || !document || root.children.length !== 1)
    throw new Error("The XML is not one whole document.");
  return trimmed(document);
}

/** The element at a path of names; the first if there are several. */
export const within = (element: XmlElement | undefined, ...names: string[]): XmlElement | undefined =>
  names.reduce<XmlElement | undefined>((inner, name) => inner?.children.find((child) => child.name === name), element);

/**
 * The canonical form of an element, which is signed: `<name>…</name>` without prefixes, attributes and whitespace
 * between tags, children in order, text escaped.
 */
export const canonical = ({ name, text, children }: XmlElement): string =>
  `<${name}>${children.length > 0 ? children.map(canonical).join("") : escaped(text)}</${name}>`;

/** `{ Order: { Id: "1", Line: [{…}, {…}] } }` as XML. */
export const writeXml = (value: unknown, prefix = ""): string =>
  typeof value === "object" && value !== null
    ? Object.entries(value)
        .flatMap(([name, inner]) => (Array.isArray(inner) ? inner : [inner]).map((each) => [name, each] as const))
        .map(([name, inner]) => `<${prefix}${name}>${writeXml(inner, prefix)}</${prefix}${name}>`)
        .join("")
    : escaped(String(value ?? ""));

const trimmed = ({ name, text, children }: XmlElement): XmlElement => ({
  name,
  text: text.trim(),
  children: children.map(trimmed),
});

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const unescaped = (text: string) =>
  text.replaceAll(/&(?:(\w+)|#(\d+)|#x([\da-f]+));/gi, (whole, name, decimal, hex) => {
    if (name) return ENTITIES[name] ?? whole;
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
  });
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
