/** One piece of a template: text as the author wrote it, or the value of a reference. */
export type Part = { text: string } | { value: unknown };

/** The format of a filled template (C07, C08). */
export type Place = "text" | "json" | "url" | "query";

/**
 * Writes values into text, by its format. No value can change the structure that the author wrote:
 *
 * - `text`  as they are; objects as JSON, missing values and null as nothing
 * - `json`  inside quotes escaped, elsewhere as JSON; text that is no JSON anyway is plain text
 * - `url`   percent-encoded, except a value that the whole address or the whole path begins with
 * - `query` percent-encoded after a `=`; `{…}` is JSON
 */
export const PLACES: Record<Place, (parts: Part[]) => string> = {
  text: (parts) => parts.map((part) => ("text" in part ? part.text : asText(part.value))).join(""),
  json: (parts) => {
    const filled = intoJson(parts);
    return isJson(filled) ? filled : PLACES.text(parts);
  },
  url: intoUrl,
  query: (parts) => (/^\s*\{/.test(PLACES.text(parts.slice(0, 1))) ? PLACES.json(parts) : intoQuery(parts)),
};

/** A value as text inside text. */
export const asText = (value: unknown): string =>
  value === undefined || value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);

const intoJson = (parts: Part[]) => {
  let quoted = false;
  return parts
    .map((part) => {
      if ("value" in part) return quoted ? JSON.stringify(asText(part.value)).slice(1, -1) : asJson(part.value);
      for (const [mark] of part.text.matchAll(/\\.|"/gs)) if (mark === '"') quoted = !quoted;
      return part.text;
    })
    .join("");
};

/** Text that already is JSON is inserted as it is, because formulas build JSON fragments in scripts. */
const asJson = (value: unknown) => (typeof value === "string" && isJson(value) ? value : JSON.stringify(value ?? null));

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Only a value at the beginning of the path keeps its `/`: there the author lets the value name the path. */
function intoUrl([head, ...rest]: Part[]): string {
  let filled = head && "text" in head ? head.text : "";
  let isBeginning = filled === "" || /^(https?:\/\/[^/?#]+)?\/$/.test(filled);
  for (const part of rest) {
    if ("text" in part) {
      filled += part.text;
      isBeginning &&= part.text === "";
    } else {
      const text = asText(part.value);
      if (filled === "") filled = text;
      else if (isBeginning && (filled.endsWith("/") || text.startsWith("/")))
        filled += encode(text).replaceAll("%2F", "/");
      else filled += encode(text);
    }
  }
  return filled;
}

function intoQuery(parts: Part[]): string {
  let isValue = false;
  return parts
    .map((part) => {
      if ("value" in part) return isValue ? encode(asText(part.value)) : asText(part.value);
      const equals = part.text.lastIndexOf("=");
      const and = part.text.lastIndexOf("&");
      if (equals !== and) isValue = equals > and;
      return part.text;
    })
    .join("");
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed());
