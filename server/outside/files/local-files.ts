import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Failure } from "#server/errors.ts";
import type { Files } from "#server/ports.ts";

const NAME = /^[\w-]+(?:\/[\w-]+)*$/;

/** Files in a local folder, or in one that all processes share. */
export function createLocalFiles(folder: string): Files {
  const root = resolve(folder);
  const placeOf = (name: string) => {
    if (!NAME.test(name)) throw new Error(`${JSON.stringify(name)} is no name of a file.`);
    return join(root, name);
  };

  /** Writes a file under another name first, so that under its final name it is complete. */
  async function write(place: string, partial: string, bytes: Uint8Array, finish: typeof rename): Promise<void> {
    try {
      const firstNew = await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      await writeFile(partial, bytes, { mode: 0o600, flush: true });
      await finish(partial, place);
      await flushNames(dirname(place), firstNew);
    } catch (error) {
      await rm(partial, { force: true }).catch(() => {});
      throw asFailure(error);
    }
  }

  return {
    mayBeReplaced: true,
    async put(name, bytes) {
      const place = placeOf(name);
      await write(place, `${place}.partial`, bytes, rename);
    },
    // Several processes may write it at once.
    async putNew(name, bytes) {
      const place = placeOf(name);
      await write(place, `${place}.${randomUUID()}.partial`, bytes, async (partial) => {
        try {
          await link(partial, place);
        } catch (error) {
          const { code = "" } = error as NodeJS.ErrnoException;
          if (NO_LINKS.has(code)) return rename(partial, place);
          if (code !== "EEXIST") throw error;
        }
        await rm(partial);
      });
    },
    async get(name) {
      try {
        return await readFile(placeOf(name));
      } catch (error) {
        throw asFailure(error);
      }
    },
    async getRange(name, { from, to }) {
      try {
        const file = await open(placeOf(name));
        try {
          const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
          return buffer.subarray(0, bytesRead);
        } finally {
          await file.close();
        }
      } catch (error) {
        throw asFailure(error);
      }
    },
    remove: (name) => rm(placeOf(name), { force: true }),
    async *listFolders(name) {
      const found = await readdir(placeOf(name), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return [];
        throw asFailure(error);
      });
      yield found.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    },
    removeFolder: (name) => rm(placeOf(name), { recursive: true, force: true }),
  };
}

/** Makes the name of a new file durable, and those of its folders from the first new one on. */
async function flushNames(folder: string, firstNew: string | undefined): Promise<void> {
  for (let place = folder; ; place = dirname(place)) {
    const names = await open(place);
    await names.sync().finally(() => names.close());
    if (firstNew === undefined || place === dirname(firstNew)) return;
  }
}

/** Errors of file systems without hard links. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "The disk for files is full. Ask the operator to free space, and start the job again.",
  EDQUOT: "The disk quota for files is reached. Ask the operator to free space, and start the job again.",
  EROFS: "The folder for files is read-only. Ask the operator to make it writable.",
  EACCES: "The folder for files cannot be used. Ask the operator to check its permissions.",
};

function asFailure(error: unknown): unknown {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return new Failure("notFound", "The file does not exist any more.", { cause: error });
  const message = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  return message === undefined ? error : new Failure("serverError", message, { cause: error });
}
