import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";

/**
 * The provider of benchmarks and chaos: 2 KB of JSON for every request, 10 KB for a contact, files of any size. By the
 * `id` of a request, or a callback's `webhook-id`, it counts requests and records their Idempotency-Keys: `/seen` and
 * `/keys` return them, `/forget` resets them.
 */
const reply = JSON.stringify({ id: 1, name: "Customer", tier: "gold", notes: "x".repeat(1950) });
/** 10 KB of one contact, with nulls in some fields. */
const contact = JSON.stringify({
  id: 7,
  name: "Ada Lovelace",
  fax: null,
  addresses: Array.from({ length: 60 }, (_, n) => ({
    street: `${n} St James's Square`,
    city: "London",
    country: "GB",
    floor: n % 3 ? n : null,
    note: "x".repeat(80),
  })),
});
let seen = new Map<string, { count: number; keys: Set<string> }>();

const responders: Record<string, () => object> = {
  "/seen": () => ({ ids: seen.size, repeated: repeated() }),
  "/keys": () => ({
    calls: [...seen.values()].reduce((sum, { count }) => sum + count, 0),
    repeated: repeated(),
    mixed: [...seen.values()].filter(({ keys }) => keys.size > 1).length,
  }),
  "/forget": () => {
    seen = new Map();
    return {};
  },
};

const repeated = () => [...seen.values()].filter(({ count }) => count > 1).length;

const CHUNK = Buffer.alloc(64 * 1024, "0123456789abcdef");

/** A file of this size, generated while it is read. */
function* file(bytes: number) {
  for (let left = bytes; left > 0; left -= CHUNK.length) yield left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
}

async function count(request: IncomingMessage, response: ServerResponse) {
  let bytes = 0;
  for await (const chunk of request) bytes += (chunk as Buffer).length;
  response.setHeader("content-type", "application/json").end(JSON.stringify({ bytes }));
}

/** A page of a list with this many rows. */
function rows(count: number, url: string): string {
  const { searchParams } = new URL(url, "http://provider");
  const [page, size] = [Number(searchParams.get("page") ?? 1), Number(searchParams.get("per_page") ?? 100)];
  const items: string[] = [];
  for (let n = (page - 1) * size; n < Math.min(page * size, count); n++)
    items.push(
      `{"id":${n},"name":"Customer ${n}","email":"customer${n}@example.test","city":"London","tier":"gold","total":${n * 3}}`,
    );
  return `{"items":[${items.join(",")}]}`;
}

const server = createServer((request, response) => {
  const large = /^\/files\/(\d+)$/.exec(request.url ?? "");
  if (large) {
    response.writeHead(200, { "content-type": "application/octet-stream", "content-length": Number(large[1]) });
    return void Readable.from(file(Number(large[1]))).pipe(response);
  }
  const list = /^\/rows\/(\d+)\?/.exec(request.url ?? "");
  if (list)
    return void response.setHeader("content-type", "application/json").end(rows(Number(list[1]), request.url ?? ""));
  if (request.url === "/files") return void count(request, response);
  const [path = "/", query = ""] = (request.url ?? "/").split("?");
  const respond = responders[path];
  const id = new URLSearchParams(query).get("id") ?? request.headers["webhook-id"];
  if (id) remember(String(id), String(request.headers["idempotency-key"] ?? ""));
  response.setHeader("content-type", "application/json");
  response.end(respond ? JSON.stringify(respond()) : path.startsWith("/contacts/") ? contact : reply);
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), "127.0.0.1");
process.once("disconnect", () => process.exit(0));

function remember(id: string, key: string) {
  const known = seen.get(id) ?? { count: 0, keys: new Set() };
  known.count++;
  known.keys.add(key);
  seen.set(id, known);
}
