import { randomUUID } from "node:crypto";
import { type ByteStream, type FilePart, isFilePart, type MultipartForm } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import { abandon } from "./outflow.ts";

const LONGEST_NAME = 1000;
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?:;[\t\x20-\x7e]*)?$/;

type EncodedForm = { contentType: string; length?: number | undefined; bytes: ByteStream };

/**
 * Encodes a form as a `multipart/form-data` stream. `length` in bytes is known if the size of every file is.
 * Names are encoded as by browsers: quotes and control characters percent-encoded, and of a file's name only the part
 * after the last slash or backslash (E21). Failures `badRequest`: a name of more than 1,000 characters, an invalid
 * content type.
 */
export function encodeForm({ parts }: MultipartForm): EncodedForm {
  const boundary = `formulary-${randomUUID()}`;
  const heads = parts.map(([name, value]) => Buffer.from(`--${boundary}\r\n${headOf(name, value)}\r\n\r\n`));
  const tail = Buffer.from(`--${boundary}--\r\n`);

  async function* write(): AsyncGenerator<Uint8Array, undefined> {
    for (const [index, [, value]] of parts.entries()) {
      yield heads[index] as Buffer;
      if (isFilePart(value)) yield* value.bytes;
      else yield Buffer.from(value);
      yield LINE_END;
    }
    yield tail;
  }

  const written = write();
  let length: number | undefined = tail.length;
  for (const [index, [, value]] of parts.entries()) {
    const size = isFilePart(value) ? value.size : Buffer.byteLength(value);
    length = length === undefined || size === undefined ? undefined : length + (heads[index]?.length ?? 0) + size + 2;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length,
    bytes: {
      [Symbol.asyncIterator]: () => written,
      cancel: () => abandonForm({ parts }),
    } as ByteStream,
  };
}

/** Cancels the files of a form that will not be sent. */
export function abandonForm({ parts }: MultipartForm): void {
  for (const [, value] of parts) if (isFilePart(value)) abandon(value.bytes);
}

const LINE_END = Buffer.from("\r\n");

function headOf(name: string, value: string | FilePart): string {
  const field = `content-disposition: form-data; name="${quoted(name, "form field")}"`;
  if (!isFilePart(value)) return field;
  const { fileName, contentType } = value;
  const type = contentType || "application/octet-stream";
  if (!MEDIA_TYPE.test(type)) {
    throw new Failure("badRequest", `content type: ${JSON.stringify(type.slice(0, 100))} is not a media type.`);
  }
  // A value with its own content type, which is no file (RFC 7578 §4.4).
  if (value.isField) return `${field}\r\ncontent-type: ${type}`;
  const base = fileName.slice(Math.max(fileName.lastIndexOf("/"), fileName.lastIndexOf("\\")) + 1);
  return `${field}; filename="${quoted(base, "file name")}"\r\ncontent-type: ${type}`;
}

function quoted(text: string, what: string): string {
  if (text.length > LONGEST_NAME) {
    throw new Failure("badRequest", `${what}: longer than ${LONGEST_NAME} characters, more than may be sent.`);
  }
  return text.replace(/[\x00-\x1f\x7f"]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    return `%${code.padStart(2, "0")}`;
  });
}
