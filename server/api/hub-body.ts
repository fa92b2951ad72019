import type { HubRequest } from "#server/element/hub-request.ts";
import { Failure } from "#server/errors.ts";
import { isJson, readBody, readBytes, requireUnencoded } from "./body.ts";
import { incomingFile } from "./incoming-body.ts";
import { parseJson } from "./json.ts";
import { readMultipart } from "./multipart.ts";

/** Limits of bodies that are held in memory and of files. */
const VALUE_BYTES = 8 * 2 ** 20;
export const FILE_BYTES = 6 * 2 ** 30;

type HubBody = Pick<HubRequest, "body" | "form" | "stream">;
type Read = (request: Request, type: string) => HubBody | Promise<HubBody>;

/** The first match counts; other types are streamed. */
const READERS: [type: RegExp, read: Read][] = [
  [/^multipart\/form-data\b/i, async (request) => ({ form: await readMultipart(request, VALUE_BYTES, FILE_BYTES) })],
  [/^application\/x-www-form-urlencoded\b/i, async (...given) => ({ form: asForm(await readText(...given)) })],
  [
    /^(?:text\/|[^;]+[/+]xml\s*(?:;|$)|application\/graphql\b)/i,
    async (...given) => ({ body: await readText(...given) }),
  ],
];

/**
 * The body of a request to an element: JSON as a value, XML and other text as text, forms by their fields, anything
 * else as a stream. A missing Content-Type counts as JSON. Streams and files must be read to their end or cancelled.
 * Refuses: more than 8 MB of values or 6 GB of files (tooLarge), a body that does not match its type (badRequest),
 * compressed bodies and unknown charsets (unsupportedMediaType), and bodies that arrive too slowly (requestTimeout).
 */
export async function readHubBody(request: Request): Promise<HubBody> {
  if (!hasBody(request)) return {};
  requireUnencoded(request);
  const type = request.headers.get("content-type");
  if (type === null || isJson(type)) {
    const text = await readBody(request, VALUE_BYTES);
    return text.trim() === "" ? {} : { body: parseJson(text, { anyText: true }) };
  }
  const [, read = asStream] = READERS.find(([fits]) => fits.test(type)) ?? [];
  return read(request, type);
}

const hasBody = ({ headers, body }: Request) =>
  headers.get("content-length") !== "0" && (headers.has("content-length") || headers.has("transfer-encoding") || body);

function asStream(request: Request, contentType: string): HubBody {
  const announced = request.headers.get("content-length");
  const size = announced !== null && /^\d{1,15}$/.test(announced) ? Number(announced) : undefined;
  return { stream: { fileName: "", contentType, size, bytes: incomingFile(request, FILE_BYTES) } };
}

async function readText(request: Request, type: string): Promise<string> {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1] ?? "utf-8";
  const decoder = decoderOf(charset);
  const bytes = await readBytes(request, VALUE_BYTES);
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new Failure("badRequest", `The body is not text in ${charset}.`, { cause });
  }
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch (cause) {
    const named = JSON.stringify(charset.slice(0, 50));
    throw new Failure("unsupportedMediaType", `The charset ${named} is not known. Send UTF-8.`, { cause });
  }
}

/** The last value of a repeated name counts. */
function asForm(text: string): Record<string, string> {
  const form: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text)) if (name !== "__proto__") form[name] = value;
  return form;
}
