import { randomUUID } from "node:crypto";
import { type ByteStream, isFilePart, type MultipartForm } from "#server/element/ports.ts";
import { partHead } from "#server/element/provider/part-head.ts";
import { abandon } from "./outflow.ts";

type EncodedForm = { contentType: string; length?: number | undefined; bytes: ByteStream };

/**
 * Encodes a form as a `multipart/form-data` stream. `length` in bytes is known if the size of every file is.
 * Names are encoded as by browsers: quotes and control characters percent-encoded, and of a file's name only the part
 * after the last slash or backslash (E21). Failures `badRequest`: a name of more than 1,000 characters, an invalid
 * content type.
 */
export function encodeForm({ parts }: MultipartForm): EncodedForm {
  const boundary = `formulary-${randomUUID()}`;
  const heads = parts.map(([name, value]) => Buffer.from(`--${boundary}\r\n${partHead(name, value)}\r\n\r\n`));
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
