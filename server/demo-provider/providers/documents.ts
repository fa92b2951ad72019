import { bearer } from "../auth/guards.ts";
import { type Call, created, fieldsOf, gone, ok, Refusal, type Reply } from "../call.ts";
import { narrow } from "../data/narrow.ts";
import { byPage } from "../data/pages.ts";
import { many, moment } from "../data/random.ts";
import type { Row } from "../data/table.ts";
import { counting, readMultipart } from "../multipart.ts";
import type { OpenProvider } from "../provider-type.ts";

const page = byPage({ first: 0, page: "page", size: "size", standard: 50, most: 200 });
const LARGEST_BYTES = 5 * 2 ** 30;
const BLOCK = Buffer.alloc(64 * 1024, "The quick brown fox jumps over the lazy dog. ");

/**
 * Depot, files: OAuth 2, pages from 0, multipart uploads and streams. It stores the bytes of small files; of large ones
 * only size and hash. `GET /files/large?bytes=` generates up to 5 GB while it is read, `POST /files/sink` only counts.
 */
export const documents: OpenProvider = ({ table, oauth2, now }) => {
  const bytesOf = new Map<string, Buffer>(FILES.map(({ id, name }) => [String(id), Buffer.from(`This is ${name}.\n`)]));
  const files = table("documents", {
    name: "file",
    rows: FILES,
    idOf: (n) => `file-${n}`,
    required: ["path"],
    unique: "path",
    stamp: (isNew) => ({ ...(isNew && { createdDate: now().toISOString() }), modifiedDate: now().toISOString() }),
    onChange: (what, id) => void (what === "deleted" && bytesOf.delete(id)),
  });

  async function upload({ request }: Call): Promise<Reply> {
    const parts = await readMultipart(request);
    const file = parts.find(({ fileName }) => fileName !== undefined);
    if (!file) throw new Refusal(400, "file_required", "The form has no file.");
    const field = (name: string) => parts.find((part) => part.name === name)?.bytes?.toString();
    const path = field("path") ?? `/${file.fileName}`;
    const { size, sha256, contentType, bytes } = file;
    const row = files.add({ name: nameIn(path), path, size, sha256, contentType, tags: [] });
    if (bytes) bytesOf.set(String(row.id), bytes);
    return created(row);
  }

  function download({ variables }: Call): Reply {
    const { id, name, contentType } = files.find(variables.id);
    const bytes = bytesOf.get(String(id));
    if (!bytes) throw new Refusal(410, "not_kept", "The demo does not keep the bytes of large files.");
    return {
      status: 200,
      headers: {
        "content-type": String(contentType),
        "content-length": String(bytes.length),
        "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(String(name).toWellFormed()).replaceAll("'", "%27")}`,
      },
      raw: (async function* () {
        yield bytes;
      })(),
    };
  }

  function copy(call: Call): Reply {
    const { id, ...source } = files.find(call.variables.id);
    const { path } = fieldsOf(call);
    if (path === source.path) throw new Refusal(409, "same_path", "A file cannot be copied to the path it is at.");
    if (typeof path !== "string" || !path.startsWith("/"))
      throw new Refusal(400, "bad_path", "path must begin with /.");
    const row = files.add({ ...source, path, name: nameIn(path) });
    const bytes = bytesOf.get(String(id));
    if (bytes) bytesOf.set(String(row.id), bytes);
    return created(row);
  }

  return {
    title: "Depot",
    guard: bearer(oauth2, "documents"),
    routes: [
      ["GET", "/files/large", ({ query }) => large(Number(query.get("bytes") ?? 1024))],
      ["POST", "/files/sink", sink, "streams"],
      [
        "GET",
        "/files",
        ({ query }) => {
          const folder = query.get("folder");
          const rows = files
            .rows()
            .filter(({ path }) => !folder || String(path).startsWith(`${folder.replace(/\/$/, "")}/`));
          const kept = narrow(rows, query, {
            fields: ["name", "path"],
            since: ["modifiedAfter", "modifiedDate"],
            sort: "sort",
          });
          const slice = page(kept, query);
          return ok({ entries: slice.rows, totalEntries: slice.total, page: slice.from / slice.size });
        },
      ],
      ["POST", "/files", upload, "streams"],
      ["GET", "/files/{id}", ({ variables }) => ok(files.find(variables.id))],
      ["PATCH", "/files/{id}", (call) => ok(files.change(call.variables.id, fieldsOf(call)))],
      ["DELETE", "/files/{id}", ({ variables }) => gone(files.remove(variables.id))],
      ["GET", "/files/{id}/content", download],
      ["POST", "/files/{id}/copy", copy],
    ],
    words: ({ status, code, message, headers }) => ({ status, headers, body: { code, message } }),
  };
};

function large(bytes: number): Reply {
  if (!Number.isInteger(bytes) || bytes < 0 || bytes > LARGEST_BYTES) {
    throw new Refusal(400, "bad_size", `bytes must be a whole number up to ${LARGEST_BYTES}.`);
  }
  return {
    status: 200,
    headers: {
      "content-type": "application/octet-stream",
      "content-length": String(bytes),
      "content-disposition": 'attachment; filename="large.bin"',
    },
    raw: blocks(bytes),
  };
}

async function* blocks(bytes: number): AsyncGenerator<Uint8Array> {
  for (let left = bytes; left > 0; left -= BLOCK.length) yield left < BLOCK.length ? BLOCK.subarray(0, left) : BLOCK;
}

/** Counts the bytes of a body or of the files of a form, and stores nothing. */
async function sink({ request, headers }: Call): Promise<Reply> {
  if (headers["content-type"]?.startsWith("multipart/")) {
    const parts = await readMultipart(request);
    return ok({
      parts: parts.map(({ bytes: _, ...part }) => part),
      size: parts.reduce((sum, { size }) => sum + size, 0),
    });
  }
  const counted = counting();
  for await (const chunk of request as AsyncIterable<Buffer>) counted.add(chunk);
  const { size, sha256 } = counted.end();
  return ok({ size, sha256, contentType: headers["content-type"] ?? null });
}

const nameIn = (path: string) => path.split("/").at(-1) ?? path;

const FILES: Row[] = many(130, 81, (n, { pick, maybe }) => {
  const name = `${pick(["report", "offer", "minutes", "photo"])}-${n}.txt`;
  return {
    id: `file-${n}`,
    name,
    path: `/${pick(["sales", "finance", "people"])}/${name}`,
    size: `This is ${name}.\n`.length,
    contentType: "text/plain",
    tags: [],
    description: maybe(60, "Made for the demonstration"),
    createdDate: moment(n),
    modifiedDate: moment(n * 2),
  };
});
