import { Failure } from "#server/errors.ts";

const SLOWEST_MS = 30_000;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const OTHER_CHARSET = /;\s*charset\s*=(?!\s*"?utf-?8\b)/i;
const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * The text of a request's body; "" without a body. A byte order mark is dropped.
 *
 * Refuses: what `readBytes` refuses, a type other than JSON (unsupportedMediaType; a missing Content-Type counts as
 * JSON), bytes that are not UTF-8 (badRequest).
 */
export async function readBody(request: Request, limit: number, slowestMs = SLOWEST_MS): Promise<string> {
  const bytes = await readBytes(request, limit, slowestMs);
  if (bytes.byteLength === 0) return "";
  requireJson(request.headers.get("content-type"));
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new Failure("badRequest", "The body is not UTF-8 text. Send JSON encoded as UTF-8.", { cause });
  }
}

/**
 * A request's body. Refuses more than `limit` bytes (tooLarge), one that takes over 30 s to arrive (requestTimeout), and an
 * encoded one (unsupportedMediaType).
 */
export async function readBytes(request: Request, limit: number, slowestMs = SLOWEST_MS): Promise<BodyBytes> {
  const announced = request.headers.get("content-length");
  if (announced === "0" || (announced === null && !request.headers.has("transfer-encoding") && !request.body))
    return new Uint8Array();
  requireUnencoded(request);
  if (Number(announced) > limit) throw tooLarge(limit);
  const bytes = await inTime<BodyBytes>(announced === null ? gather(request, limit) : request.arrayBuffer(), slowestMs);
  if (bytes.byteLength > limit) throw tooLarge(limit);
  return bytes;
}

type BodyBytes = ArrayBuffer | Uint8Array;

/** Refuses (unsupportedMediaType) a body that is compressed or encoded in another way. */
export function requireUnencoded({ headers }: Pick<Request, "headers">): void {
  const encoding = headers.get("content-encoding") ?? "";
  if (encoding.trim() === "" || encoding.trim().toLowerCase() === "identity") return;
  throw new Failure(
    "unsupportedMediaType",
    `Content-Encoding ${JSON.stringify(encoding.slice(0, 100))} is not supported. Send the body uncompressed, without Content-Encoding.`,
  );
}

/** Whether a content type is JSON. */
export const isJson = (type: string): boolean => JSON_TYPE.test(type);

function requireJson(type: string | null): void {
  if (type === null || (isJson(type) && !OTHER_CHARSET.test(type))) return;
  throw new Failure("unsupportedMediaType", "The body must be JSON in UTF-8: send Content-Type: application/json.");
}

/** Without a Content-Length the bytes are counted as they arrive: bytes over the limit are never stored. */
async function gather(request: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

async function inTime<Value>(incomingBody: Promise<Value>, slowestMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow(slowestMs)), slowestMs);
  });
  try {
    return await Promise.race([incomingBody, late]);
  } finally {
    clearTimeout(timer);
  }
}

const tooSlow = (slowestMs: number) =>
  new Failure("requestTimeout", `The body did not arrive within ${slowestMs / 1000} seconds.`, {
    headers: { connection: "close" },
  });

const tooLarge = (limit: number) =>
  new Failure("tooLarge", `The body is larger than ${Math.floor(limit / 1024)} KB, the limit of this call.`, {
    headers: { connection: "close" },
  });
