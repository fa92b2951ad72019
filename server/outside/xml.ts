import { SaxesParser, type SaxesTagPlain } from "saxes";
import type { XmlCodec } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";

const MAX_DEPTH = 200;
const MAX_ELEMENTS = 500_000;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const NAME_START =
  ":A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}";
/** XML 1.0, production 5. */
const NAME = new RegExp(`^[${NAME_START}][${NAME_START}.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040-]*$`, "u");
const INVALID = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/**
 * Converts between XML and objects: an element becomes a field of its name, prefix included; repeated elements a list;
 * attributes fields with `@` in front. An element that holds nothing but text is that text; beside attributes or
 * elements text is `#text`. All values are texts, so that `007` and long ids stay exact; parameters convert them.
 * A document type is refused, and with it all custom entities (E22). Both directions take linear time. Failures
 * `badRequest`: XML that is not well-formed, deeper than 200 levels or of more than 500,000 elements; and a value that
 * XML cannot represent.
 */
export const xml: XmlCodec = { parse, write };

/** An element that is being parsed. */
type Open = { name: string; fields: Record<string, unknown>; text: string; isPlain: boolean };

function parse(text: string): unknown {
  const parser = new SaxesParser();
  const root: Open = { name: "", fields: {}, text: "", isPlain: false };
  const open = [root];
  let elements = 0;

  parser.on("error", (error) => {
    throw unreadable(error.message);
  });
  parser.on("doctype", () => {
    throw unreadable("a document type (DOCTYPE) is not allowed");
  });
  parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => {
    if (++elements > MAX_ELEMENTS) throw unreadable(`it has more than ${MAX_ELEMENTS} elements`);
    if (open.length > MAX_DEPTH) throw unreadable(`it is nested deeper than ${MAX_DEPTH} levels`);
    const fields: Record<string, unknown> = {};
    let isPlain = true;
    for (const attribute in attributes) {
      fields[`@${attribute}`] = attributes[attribute];
      isPlain = false;
    }
    innermost(open).isPlain = false;
    open.push({ name, fields, text: "", isPlain });
  });
  const addText = (more: string) => {
    innermost(open).text += more;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    const { name, fields, text, isPlain } = open.pop() as Open;
    const words = text.trim();
    if (!isPlain && words !== "") fields["#text"] = words;
    add(innermost(open).fields, name, isPlain ? words && text : fields);
  });

  parser.write(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text).close();
  return root.fields;
}

const innermost = (open: Open[]): Open => open.at(-1) as Open;

/** A repeated name makes a list. `__proto__` is never a field. */
function add(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") return;
  const before = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (before === undefined) fields[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else fields[name] = [before, value];
}

function write(value: unknown): string {
  const roots = isFields(value) ? Object.entries(value).filter(([, content]) => content !== undefined) : [];
  const [root] = roots;
  if (!root || roots.length > 1 || root[0] === "#text" || root[0].startsWith("@") || Array.isArray(root[1])) {
    throw new Failure("badRequest", "XML needs an object with one field: its outermost element.");
  }
  const written = [DECLARATION];
  writeElement(...root, written, MAX_DEPTH);
  return written.join("");
}

function writeElement(name: string, content: unknown, written: string[], levels: number): void {
  if (!NAME.test(name)) throw unwritable(`${JSON.stringify(name.slice(0, 100))} is not an element name`);
  if (levels === 0) throw unwritable(`it is nested deeper than ${MAX_DEPTH} levels`);
  if (content === undefined) return;
  if (Array.isArray(content)) {
    for (const item of content) {
      if (Array.isArray(item)) throw unwritable(`${name} is a list of lists`);
      writeElement(name, item ?? "", written, levels);
    }
    return;
  }
  const fields = isFields(content) ? Object.entries(content) : [["#text", content] as const];
  written.push("<", name);
  for (const [field, value] of fields) {
    if (field.startsWith("@") && value !== undefined && value !== null) writeAttribute(field.slice(1), value, written);
  }
  written.push(">");
  for (const [field, value] of fields) {
    if (field === "#text") written.push(escaped(textOf(value)));
    else if (!field.startsWith("@")) writeElement(field, value, written, levels - 1);
  }
  written.push("</", name, ">");
}

function writeAttribute(name: string, value: unknown, written: string[]): void {
  if (!NAME.test(name)) throw unwritable(`${JSON.stringify(name.slice(0, 100))} is not an attribute name`);
  written.push(" ", name, '="', escaped(textOf(value)), '"');
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function textOf(value: unknown): string {
  if (typeof value === "object" && value !== null) throw unwritable("a text or attribute is an object or a list");
  const text = String(value ?? "");
  if (INVALID.test(text)) throw unwritable("a text holds a character that XML has not");
  return text;
}

/** Line ends and tabs are written as references, since parsers normalize them otherwise. */
const escaped = (text: string) => text.replace(/[&<>"\t\r\n]/g, (character) => ESCAPES[character] ?? "");

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\r": "&#13;",
  "\n": "&#10;",
};

const unreadable = (why: string) => new Failure("badRequest", `The XML cannot be read: ${why}.`);
const unwritable = (why: string) => new Failure("badRequest", `The value cannot be written as XML: ${why}.`);
