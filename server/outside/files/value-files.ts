import { randomUUID } from "node:crypto";
import { Failure } from "#server/errors.ts";
import type { Files, Range, ValueFile, ValueFiles } from "#server/ports.ts";
import { freeMemory } from "./free-memory.ts";
import { openBlocks, sealBlocks, storedRange } from "./sealed-blocks.ts";

/** The file with the id of the store. */
const ID = "store-id";
const IS_ID = /^[0-9a-f-]{36}$/;

type Settings = {
  onFailure: (error: unknown) => void;
  /** How long a run waits until its value is written, and how long nothing is written after it was not. */
  writeMs?: number;
  restMs?: number;
  readMs?: number;
  /** How long an id that was read is believed. */
  idMs?: number;
};

export function createValueFiles(
  files: Files,
  { onFailure, writeMs = 3000, restMs = 10_000, readMs = 10_000, idMs = 60_000 }: Settings,
): ValueFiles {
  const counts = { file: 0, row: 0 };
  let known: { id: string; readAt: number } | undefined;
  let restUntil = 0;

  async function readId(ms = readMs): Promise<string> {
    const text = Buffer.from(await inTime(files.get(ID), ms)).toString();
    if (!IS_ID.test(text)) throw new Failure("unavailable", "The store for files has no id.");
    return text;
  }

  /**
   * The first process writes it, and nobody replaces it: the folder may be mounted after it was missing. Of two at once
   * both read the same.
   */
  async function writeId(error: unknown): Promise<string> {
    if (!isMissing(error)) throw error;
    await inTime(files.putNew(ID, Buffer.from(randomUUID())), writeMs);
    return readId();
  }

  /** Whether the store has this id now, not a folder that is not mounted, or another in its place. */
  const isThere = async (id: string, ms = readMs) => (await readId(ms).catch(() => null)) === id;

  /** A file that is not found is lost only if its store was there before it was looked for, and still is. */
  async function readStored(file: ValueFile, range: Range): Promise<Uint8Array> {
    const find = () => inTime(files.getRange(file.name, range), readMs);
    try {
      return await find();
    } catch (error) {
      if (!isMissing(error) || !(await isThere(file.store))) throw silent(error);
    }
    try {
      return await find();
    } catch (error) {
      if (!isMissing(error) || !(await isThere(file.store))) throw silent(error);
      throw new Failure("notFound", "This value is not in the store for files any more.", { cause: error });
    }
  }

  const store: ValueFiles = {
    isShared: false,
    async identify() {
      if (known && store.isShared && performance.now() - known.readAt < idMs) return known.id;
      try {
        const id = await (known ? readId() : readId().catch(writeId));
        known = { id, readAt: performance.now() };
        return id;
      } catch {
        return null;
      }
    },

    async put(name, value) {
      if (known && store.isShared && performance.now() >= restUntil) {
        try {
          const content = Buffer.from(value);
          const { file, stored } = sealBlocks(name, content);
          freeMemory(content);
          await inTime(files.put(name, stored), writeMs);
          freeMemory(stored);
          if (files.mayBeReplaced && !(await isThere(known.id, writeMs)))
            throw new Error("The store for files is not the one it was.");
          counts.file++;
          return { ...file, store: known.id };
        } catch (error) {
          restUntil = performance.now() + restMs;
          onFailure(error);
        }
      }
      counts.row++;
      return null;
    },

    async read(file, range = { from: 0, to: file.bytes }) {
      if (range.from >= range.to) return Buffer.alloc(0);
      const stored = await readStored(file, storedRange(file, range));
      const content = openBlocks(file, range, stored);
      freeMemory(stored);
      return content;
    },
    written: () => ({ ...counts }),
    remove: files.remove,
    removeFolder: files.removeFolder,
    listFolders: files.listFolders,
  };
  return store;
}

const isMissing = (error: unknown) => error instanceof Failure && error.kind === "notFound";

const silent = (cause?: unknown) =>
  new Failure("unavailable", "This value is in the store for files, which does not respond. Try again in a moment.", {
    headers: { "Retry-After": "5" },
    cause,
  });

async function inTime<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(silent()), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
