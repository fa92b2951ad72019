import { promisify } from "node:util";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import { ZipFile as ZipWriter } from "yazl";
import { Failure } from "#server/errors.ts";

const MEGABYTE = 1024 * 1024;
/** All files together, unpacked. */
const MOST_BYTES = 64 * MEGABYTE;
const MOST_FILES = 5000;

/** The types of definitions and their scripts; nothing else is unpacked. */
const READ = /\.(json|js)$/i;
/** Files that file managers add. */
const OF_A_SYSTEM = /(^|\/)(__MACOSX|\.DS_Store)(\/|$)/;

const open = promisify<Buffer, { lazyEntries: true; strictFileNames: true }, ZipFile>(fromBuffer);

/**
 * The JSON and JavaScript files of a zip file by their paths, or one JSON file under its name. Refuses
 * (badRequest) other files, encrypted files and paths outside the folder; (tooLarge) more than 64 MB unpacked.
 */
export async function readZippedFiles(bytes: Uint8Array, name = "file"): Promise<Map<string, string>> {
  if (/^\s*[[{]/.test(Buffer.from(bytes.subarray(0, 100)).toString()))
    return new Map([[jsonName(name), textOf(bytes)]]);
  const files = new Map<string, string>();
  let total = 0;
  try {
    const zip = await open(Buffer.from(bytes), { lazyEntries: true, strictFileNames: true });
    for await (const { fileName, uncompressedSize, text } of entriesOf(zip)) {
      if (!READ.test(fileName) || OF_A_SYSTEM.test(fileName)) continue;
      total += uncompressedSize;
      if (total > MOST_BYTES) throw new Failure("tooLarge", "file: the zip file has more than 64 MB when unpacked.");
      if (files.size >= MOST_FILES) throw new Failure("tooLarge", "file: the zip file has more than 5,000 files.");
      files.set(fileName, await text());
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure("badRequest", `${name}: this is neither a zip file nor JSON: ${(error as Error).message}.`);
  }
  return files;
}

/** Definitions are read from files with this ending. */
const jsonName = (name: string): string => (/\.json$/i.test(name) ? name : `${name}.json`);

async function* entriesOf(zip: ZipFile) {
  const next = () =>
    new Promise<Entry | null>((resolve, reject) => {
      zip
        .once("entry", resolve)
        .once("end", () => resolve(null))
        .once("error", reject);
      zip.readEntry();
    });
  const read = promisify(zip.openReadStream.bind(zip)) as (entry: Entry) => Promise<AsyncIterable<Uint8Array>>;
  try {
    for (let entry = await next(); entry; entry = await next()) {
      zip.removeAllListeners();
      const found = entry;
      yield {
        fileName: found.fileName,
        uncompressedSize: found.uncompressedSize,
        // The library ends the stream with an error at the first byte beyond the entry's declared size.
        text: async () => textOf(await allOf(await read(found))),
      };
    }
  } finally {
    zip.close();
  }
}

async function allOf(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** A fixed date, so that the same files make the same zip file. */
const NO_TIME = new Date("2026-01-01T00:00:00Z");

/** The files as one zip file. */
export async function zipFiles(files: ReadonlyMap<string, string>): Promise<Uint8Array> {
  const zip = new ZipWriter();
  for (const [path, text] of files) zip.addBuffer(Buffer.from(text), path, { mtime: NO_TIME });
  zip.end();
  return allOf(zip.outputStream as AsyncIterable<Uint8Array>);
}
