import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { CHECKOUT } from "#server/checkout.ts";
import { DOCS_PATH } from "./contents.ts";

/** A picture as pages show it. Its size reserves its place before it is loaded. */
export type Picture = { src: string; width: number; height: number };

/** The folder of the pictures, from the root of the repository. `npm run pictures` draws them. */
export const PICTURES_FOLDER = "docs/pictures";

const FOLDER = path.join(CHECKOUT, PICTURES_FOLDER);

/** The bytes of each picture by file name, read once per process. Only these files are served. */
let read: ReadonlyMap<string, Uint8Array<ArrayBuffer>> | undefined;

function allPictures() {
  read ??= new Map(
    readdirSync(FOLDER)
      .filter((name) => name.endsWith(".webp"))
      .map((name) => [name, new Uint8Array(readFileSync(path.join(FOLDER, name)))]),
  );
  return read;
}

/** The bytes of a picture; undefined if there is none of this name. */
export const readPicture = (name: string): Uint8Array<ArrayBuffer> | undefined => allPictures().get(name);

/** The picture in a file of the repository, with the address that it is served at. */
export function pictureIn(file: string): Picture | undefined {
  const name = path.posix.basename(file);
  const bytes = path.posix.dirname(file) === PICTURES_FOLDER ? readPicture(name) : undefined;
  return bytes && { src: `${DOCS_PATH}/pictures/${name}`, ...sizeOfWebp(bytes, name) };
}

/** The size of a WebP image in the extended format, which browsers draw screens in (RFC 9649, section 2.7). */
function sizeOfWebp(bytes: Uint8Array, name: string): { width: number; height: number } {
  const format = String.fromCharCode(...bytes.subarray(0, 4), ...bytes.subarray(8, 16));
  if (format !== "RIFFWEBPVP8X") throw new Error(`${name} is not a WebP image of npm run pictures.`);
  const lengthAt = (at: number) => 1 + (bytes[at] ?? 0) + ((bytes[at + 1] ?? 0) << 8) + ((bytes[at + 2] ?? 0) << 16);
  return { width: lengthAt(24), height: lengthAt(27) };
}
