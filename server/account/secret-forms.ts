/**
 * The forms of a text in requests and in replies that repeat them: as it is, in Base64, and each of these as escaped in
 * addresses, forms, JSON and markup. Hexadecimal digits are in one case only; a masker finds both.
 */
export function secretForms(secret: string): string[] {
  const text = secret.toWellFormed();
  const padded = base64(text);
  const bare = padded.replace(/=+$/, "");
  const coded = [padded, bare, bare.replaceAll("+", "-").replaceAll("/", "_")];
  return [...new Set([secret, ...coded.flatMap(escapedBase64), ...escapedForms(text)])];
}

/** Texts that are the same in all escaped forms. */
const PLAIN = /^[\w.-]*$/;

const escapedForms = (text: string): string[] =>
  PLAIN.test(text) ? [text] : [text, ...inAddresses(text), ...inJson(text), ...inMarkup(text)];

/** The forms of Base64, of which nothing but `+`, `/` and `=` is ever escaped. */
const escapedBase64 = (text: string): string[] =>
  PLAIN.test(text) ? [text] : [text, encodeURIComponent(text), text.replaceAll("/", "\\/")];

/** As our own parts, hooks and clients of providers write them; `URL` and forms differ in a few characters. */
function inAddresses(text: string): string[] {
  const part = encodeURIComponent(text);
  const written = [text, part].flatMap((one) => [queryOf(one), pathOf(one)]);
  const strict = part.replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  const form = new URLSearchParams({ "": text }).toString().slice(1);
  return [part, strict, form, encodeURI(text), ...written.filter((one) => one.length >= text.length)];
}

function queryOf(text: string): string {
  const url = new URL("http://x");
  url.search = `?${text}`;
  return url.search.slice(1);
}

/** Shorter than the text if it contains steps such as `..`. */
function pathOf(text: string): string {
  const url = new URL("http://x");
  url.pathname = `/${text}`;
  return url.pathname.slice(1);
}

/** Some writers escape slashes, and all that is not ASCII. */
function inJson(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replaceAll(/[^\0-~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return [json, ascii].flatMap((one) => [one, one.replaceAll("/", "\\/")]);
}

/** In the text of an element, in our attributes and templates, and as most pages are written. */
const inMarkup = (text: string): string[] => [
  escaped(text, TEXT),
  ...["&apos;", "&#39;", "&#x27;"].flatMap((quote) => [
    escaped(text, { ...TEXT, '"': "&quot;", "'": quote }),
    escaped(text, { ...TEXT, '"': "&quot;" }),
  ]),
];

const TEXT: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

const escaped = (text: string, by: Readonly<Record<string, string>>): string =>
  text.replaceAll(/[&<>"']/g, (one) => by[one] ?? one);

function base64(text: string): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
