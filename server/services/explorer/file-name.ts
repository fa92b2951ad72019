/** The file name of a Content-Disposition (RFC 6266), without its folder. */
export function fileNameOf(disposition: string | null): string | undefined {
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition ?? "")?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? "");
  const written = (extended && decoded(extended)) ?? plain?.[1]?.replaceAll(/\\(.)/g, "$1") ?? plain?.[2];
  return (
    written
      ?.split(/[/\\]/)
      .at(-1)
      ?.replaceAll(/[\0-\x1f]/g, "") || undefined
  );
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const ENDINGS: readonly [type: RegExp, ending: string][] = [
  [/\bjson\b/i, ".json"],
  [/ndjson|jsonl/i, ".jsonl"],
  [/csv/i, ".csv"],
  [/\bxml\b/i, ".xml"],
  [/zip/i, ".zip"],
  [/pdf/i, ".pdf"],
  [/^text\//i, ".txt"],
];

/** The last part of a path, with the ending of the type, for a response without a name. */
export function nameFromPath(path: string, contentType: string): string {
  const name = path.split("/").findLast((part) => part !== "") ?? "response";
  const ending = ENDINGS.find(([type]) => type.test(contentType))?.[1] ?? "";
  return name.includes(".") ? name : `${name}${ending}`;
}
