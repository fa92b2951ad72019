const LONGEST_NAME = 200;

/** The parameter of Content-Disposition for a file name with any letters (RFC 6266). */
export const fileNameParameter = (name: string): string =>
  `filename*=UTF-8''${encodeURIComponent(name.slice(-LONGEST_NAME).toWellFormed()).replaceAll(/['()*]/g, "_")}`;

const KIND = /^\s*[a-z]+(?=\s*(?:;|$))/i;
const ENCODED = /;\s*filename\*\s*=\s*([\x21-\x3a\x3c-\x7e]+)\s*(?:;|$)/i;
const WRITTEN = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/i;

/**
 * A Content-Disposition in ASCII, as HTTP requires. Many providers write the letters of a file name as they are, in
 * UTF-8 or Latin-1.
 */
export function asciiDisposition(given: string): string {
  if (/^[\t\x20-\x7e]*$/.test(given)) return given;
  const text = asText(given);
  const kind = KIND.exec(text)?.[0].trim() ?? "attachment";
  const [, encoded] = ENCODED.exec(text) ?? [];
  if (encoded !== undefined) return `${kind}; filename*=${encoded}`;
  const [, quoted, plain] = WRITTEN.exec(text) ?? [];
  const name = quoted?.replaceAll(/\\(.)/g, "$1") ?? plain?.trim();
  return name ? `${kind}; ${fileNameParameter(name)}` : kind;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Header values are read byte by byte. */
function asText(value: string): string {
  if (/[^\0-\xff]/.test(value)) return value;
  try {
    return decoder.decode(Uint8Array.from(value, (byte) => byte.charCodeAt(0)));
  } catch {
    return value;
  }
}
