import { parseExactJson } from "#server/exact-json.ts";
import { contentTypeOf } from "./content-type.ts";
import type { SentContent, SentFile } from "./ports.ts";

const FILE = "workflow-file-attachment";
const FORM = "workflow-multipart";

type Read = { ok: true; content?: SentContent } | { ok: false; error: string };

/**
 * Parses a body that describes a file or a form, as a value or as its JSON text; undefined for any other body:
 *
 * - `{ type: "workflow-file-attachment", filename, content }` is a file, its content in base64, as a download leaves it
 *   in the context
 * - `{ type: "workflow-multipart", parts: [{ name, content, filename?, "Content-Type"? }] }` is a form. A part with a
 *   file name has base64 as its content; content may also be such a file, or any other value, which is sent as text
 */
export function specialBody(body: unknown): Read {
  const described = typeof body === "string" ? parsed(body) : body;
  if (!isObject(described)) return { ok: true };
  if (described.type === FILE) {
    const file = fileOf(described, "body");
    return typeof file === "string" ? { ok: false, error: file } : { ok: true, content: { file } };
  }
  return described.type === FORM ? formOf(described) : { ok: true };
}

function formOf({ parts }: Fields): Read {
  if (!Array.isArray(parts) || parts.length === 0)
    return { ok: false, error: `body: ${FORM} needs parts, a list of at least one.` };
  const sent: [string, string | SentFile][] = [];
  for (const [at, part] of parts.entries()) {
    const where = `body: parts[${at}]`;
    if (!isObject(part) || typeof part.name !== "string" || part.name === "")
      return { ok: false, error: `${where} needs a name.` };
    const value = partValue(part, where);
    if (typeof value === "object" && "error" in value) return { ok: false, error: value.error };
    sent.push([part.name, value]);
  }
  return { ok: true, content: { parts: sent } };
}

function partValue(part: Fields, where: string): string | SentFile | { error: string } {
  const { content, filename } = part;
  const type = part["Content-Type"];
  const contentType = typeof type === "string" && type !== "" ? type : undefined;
  const described = isObject(content) && content.type === FILE ? content : undefined;
  if (described || (typeof filename === "string" && filename !== "")) {
    const file = fileOf({ content: described?.content ?? content, filename: filename || described?.filename }, where);
    return typeof file === "string" ? { error: file } : { ...file, contentType: contentType ?? file.contentType };
  }
  const text = typeof content === "string" ? content : JSON.stringify(content ?? "");
  return contentType === undefined ? text : { fileName: undefined, contentType, bytes: new TextEncoder().encode(text) };
}

/** The file, or its error. */
function fileOf({ filename, content }: Fields, where: string): SentFile | string {
  if (typeof filename !== "string" || filename === "") return `${where}: a ${FILE} needs a filename.`;
  const bytes = typeof content === "string" ? bytesOf(content) : null;
  if (!bytes) return `${where}: the content of the file ${JSON.stringify(filename.slice(0, 100))} must be base64.`;
  return { fileName: filename, contentType: contentTypeOf(filename), bytes };
}

/** Decodes base64, also its URL-safe form; null if it is invalid. */
function bytesOf(base64: string): Uint8Array | null {
  try {
    const text = atob(base64.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  if (!/^\s*\{/.test(text) || !(text.includes(FILE) || text.includes(FORM))) return undefined;
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
