import { Failure } from "../../errors.ts";
import { isFilePart, isMultipart, type MultipartForm, type ProviderRequest } from "../ports.ts";
import { partHead } from "../provider/part-head.ts";

type Known = { text: string; contentType?: string };

/** The text of a body, whose hash can be signed; a form of texts is encoded. Undefined for one that is streamed. */
export function textOfBody(body: ProviderRequest["body"], nonce: string): Known | undefined {
  if (body === undefined || typeof body === "string") return { text: body ?? "" };
  if (!isMultipart(body)) return undefined;
  const boundary = `formulary-${nonce}`;
  const parts = textsOf(body);
  if (!parts) return undefined;
  const text = parts.map(([head, content]) => `--${boundary}\r\n${head}\r\n\r\n${content}\r\n`).join("");
  return { text: `${text}--${boundary}--\r\n`, contentType: `multipart/form-data; boundary=${boundary}` };
}

function textsOf({ parts }: MultipartForm): [head: string, content: string][] | undefined {
  const texts = parts.flatMap(([name, value]): [string, string][] => {
    const content = isFilePart(value) ? value.text : value;
    return content === undefined ? [] : [[partHead(name, value), content]];
  });
  return texts.length === parts.length ? texts : undefined;
}

export const unsignable = (service: string) =>
  new Failure(
    "badRequest",
    `A file cannot be sent to ${service}: its requests are signed with the hash of the body, which is unknown before a file was read. ` +
      "Send the file as text, such as Base64 in a field. For storage that is compatible with S3, set aws.service to s3.",
  );
