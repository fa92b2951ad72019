import { Busboy, type BusboyInstance } from "@fastify/busboy";
import type { FilePart } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import { requireUnencoded } from "./body.ts";
import { digestOf } from "./body-digest.ts";
import { incomingBody } from "./incoming-body.ts";

/**
 * A file up to this size is held in memory, so that later parts can be read, too; a larger one must be the last part.
 */
const HELD_BYTES = 2 ** 20;
const MOST_PARTS = 100;
const LONGEST_NAME = 1000;
const SLOWEST_MS = 30_000;

type Form = Record<string, string | FilePart>;

/**
 * The fields of a `multipart/form-data` request in their order; the last value of a repeated name counts. Resolves when
 * all is read, or at the first file of more than 1 MB: that file is streamed with backpressure, and must be read to its
 * end or cancelled. The stream throws a Failure if it breaks off or another part follows.
 * Refuses more than `valueBytes` of fields and small files, `fileBytes` in all or 100 parts (tooLarge), a body that is
 * not a form (badRequest), and a body whose values take over 30 s (requestTimeout).
 */
export async function readMultipart(request: Request, valueBytes: number, fileBytes: number): Promise<Form> {
  requireUnencoded(request);
  const parser = openParser(request.headers.get("content-type") ?? "", valueBytes);
  const source = incomingBody(request, fileBytes);
  const digest = digestOf(request);
  const values = Promise.withResolvers<Form>();
  const whole = Promise.withResolvers<void>();
  whole.promise.catch(() => {});
  const form: Form = {};
  let held = 0;
  let passing: { destroy: (error?: Error) => unknown } | undefined;

  function fail(error: unknown): void {
    const failure = error instanceof Failure ? error : new Failure("badRequest", NO_FORM, { cause: error });
    source.cancel();
    values.reject(failure);
    whole.reject(failure);
    passing?.destroy(failure);
  }

  function hold(bytes: number): void {
    held += bytes;
    if (held > valueBytes) fail(tooLarge(`the fields together are larger than ${valueBytes / 2 ** 20} MB`));
  }

  function accept(name: string): boolean {
    if (passing)
      fail(new Failure("badRequest", `The form has ${quoted(name)} after a large file. Send the file last.`));
    if (name.length > LONGEST_NAME) fail(tooLarge(`a name is longer than ${LONGEST_NAME} characters`));
    return !passing && name !== "__proto__";
  }

  parser.on("field", (name = "", value, _nameIsCut, isCut) => {
    if (!accept(name)) return;
    hold(isCut ? valueBytes + 1 : value.length);
    digest?.part(name)(value);
    form[name] = value;
  });

  parser.on("file", (name = "", file, fileName = "", _encoding, contentType) => {
    file.on("error", fail);
    if (!accept(name)) return void file.resume();
    if (fileName.length > LONGEST_NAME) fail(tooLarge(`a file name is longer than ${LONGEST_NAME} characters`));
    const chunks: Buffer[] = [];
    const part: FilePart = { fileName, contentType, bytes: replay(chunks), size: 0 };
    form[name] = part;
    const digestPart = digest?.part(name, fileName, contentType);
    file.on("data", keep);

    function keep(chunk: Buffer): void {
      chunks.push(chunk);
      digestPart?.(chunk);
      part.size = (part.size ?? 0) + chunk.length;
      hold(chunk.length);
      if (part.size <= HELD_BYTES) return;
      file.off("data", keep).pause();
      passing = file;
      part.size = undefined;
      part.bytes = cancellable(goOn(), () => fail(new Failure("badRequest", "The form is not read any further.")));
      values.resolve(form);
    }

    async function* goOn(): AsyncGenerator<Uint8Array, undefined> {
      yield* chunks.splice(0);
      try {
        for await (const chunk of file as AsyncIterable<Buffer>) {
          digestPart?.(chunk);
          yield chunk;
        }
      } catch {
        // Only the end of the form shows whether the file is complete.
      }
      await whole.promise;
    }
  });

  parser.on("partsLimit", () => fail(tooLarge(`it has more than ${MOST_PARTS} parts`)));
  parser.on("error", fail);
  parser.on("finish", () => {
    values.resolve(form);
    whole.resolve();
  });

  const late = setTimeout(() => fail(tooSlow()), SLOWEST_MS);
  pump().catch(fail);
  return values.promise.finally(() => clearTimeout(late));

  async function pump(): Promise<void> {
    for await (const chunk of source) {
      await new Promise<void>((resolve, reject) => {
        parser.write(chunk, (error) => (error ? reject(error) : resolve()));
      });
    }
    parser.end();
  }
}

const NO_FORM = "The body is not a whole multipart form.";

function openParser(type: string, valueBytes: number): BusboyInstance {
  try {
    const limits = { fieldSize: valueBytes, parts: MOST_PARTS, headerSize: 16_384 };
    return new Busboy({ headers: { "content-type": type }, limits });
  } catch (cause) {
    throw new Failure("badRequest", "Content-Type: a multipart form needs its boundary.", { cause });
  }
}

const cancellable = (bytes: AsyncGenerator<Uint8Array>, cancel: () => void) =>
  Object.assign(bytes, { cancel }) satisfies FilePart["bytes"];

async function* replay(chunks: Buffer[]): AsyncGenerator<Uint8Array, undefined> {
  yield* chunks;
}

const quoted = (name: string) => JSON.stringify(name.slice(0, 100));

const CLOSE = { headers: { connection: "close" } };
const tooLarge = (why: string) => new Failure("tooLarge", `The form is too large: ${why}.`, CLOSE);
const tooSlow = () =>
  new Failure("requestTimeout", `The form did not arrive within ${SLOWEST_MS / 1000} seconds.`, CLOSE);
