import { Failure } from "../../errors.ts";
import { type FilePart, isFilePart } from "../ports.ts";

const LONGEST_NAME = 1000;
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?:;[\t\x20-\x7e]*)?$/;

/**
 * The headers of a part of a `multipart/form-data` body. Names are encoded as by browsers: quotes and control characters
 * percent-encoded, and of a file's name only the part after the last slash or backslash (E21). Failures `badRequest`: a
 * name of more than 1,000 characters, an invalid content type.
 */
export function partHead(name: string, value: string | FilePart): string {
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
