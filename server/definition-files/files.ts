import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** Text files by their paths below one folder, separated by `/`. */
export type Files = ReadonlyMap<string, string>;

/**
 * Encodes a name as part of a path on every system: refused characters are percent-encoded. A long name ends with a
 * digest of the whole, so that its file is the same whichever others are written.
 */
export function fileName(name: string): string {
  const whole = name
    .toWellFormed()
    .replaceAll(/[%\\/:*?"<>|\u0000-\u001f\u007f]|^\.|[. ]$/g, encoded)
    .replace(
      /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i,
      (reserved) => `${encoded(reserved[0] ?? "")}${reserved.slice(1)}`,
    );
  if (isShort(whole)) return whole;
  const ending = `~${bytesToHex(sha256(bytesOf(name))).slice(0, 10)}`;
  let start = "";
  for (const [part] of whole.matchAll(/%[0-9A-F]{2}|./gsu)) {
    if (!isShort(start + part + ending)) break;
    start += part;
  }
  return start + ending;
}

/** File systems take names of 255 bytes or UTF-16 units, with what follows, such as `~999.json`. */
const MOST_BYTES = 255 - "~999.json".length;
const MOST_CHARACTERS = 150;
const isShort = (name: string): boolean => name.length <= MOST_CHARACTERS && bytesOf(name).length <= MOST_BYTES;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const encoded = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`;

/** Makes names unique, regardless of case, since some systems ignore it: the second `send` is `send~2`. */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const ending = /\.\w+$/.exec(name)?.[0] ?? "";
    const stem = name.slice(0, name.length - ending.length);
    let unique = name;
    for (let count = 2; taken.has(unique.toLowerCase()); count++) unique = `${stem}~${count}${ending}`;
    taken.add(unique.toLowerCase());
    return unique;
  };
}
