import { Failure } from "../../errors.ts";
import { asText, isRecord } from "../bare-record.ts";
import { type ByteStream, isFilePart, type ProviderRequest, type XmlCodec } from "../ports.ts";
import { originOf } from "./base-url.ts";
import { partsOf } from "./form-parts.ts";
import { encode, joinAddress, withQuery } from "./provider-address.ts";
import { FORM, headerOf, type ProviderRequestDraft, setHeader } from "./provider-request-draft.ts";

/** Headers that determine the target and framing of a request: elements may not set them (I03). */
const FRAMING = /^(?:host|content-length|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*)$/i;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * The request as it leaves, after all parameters and hooks. Refuses (badRequest) one that leaves `origins`, whatever
 * made it do so (E08, I06), and headers that cannot be sent.
 */
export function providerRequest(
  call: ProviderRequestDraft,
  { base, origins, xml }: { base: string; origins: readonly string[]; xml: XmlCodec },
): ProviderRequest {
  const url = withQuery(call.url ?? joinAddress(base, call.path), call.query);
  const origin = originOf(url, "The address of the provider");
  if (!origins.includes(origin))
    throw new Failure(
      "badRequest",
      `The request would go to ${origin}, which is not an address of this element's provider.`,
    );
  checkHeaders(call.headers);
  const size = isFilePart(call.body) ? call.body.size : undefined;
  const headers = size === undefined ? call.headers : { ...call.headers, "Content-Length": String(size) };
  return { method: checkedMethod(call.method), url, headers, ...bodyOf(call, xml) };
}

function checkHeaders(headers: Record<string, string>): void {
  for (const name in headers) {
    if (!HEADER_NAME.test(name) || FRAMING.test(name))
      throw new Failure("badRequest", `The header ${JSON.stringify(name.slice(0, 50))} cannot be set.`);
    if (!HEADER_VALUE.test(headers[name] ?? ""))
      throw new Failure("badRequest", `The header ${name} must not contain line breaks or characters beyond Latin-1.`);
  }
}

function checkedMethod(method: string): string {
  if (/^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(method)) return method;
  throw new Failure("badRequest", `The method ${JSON.stringify(method.slice(0, 20))} cannot be sent.`);
}

/** Fields of a form, of XML or of JSON, by the content type; text and files as they are. */
function bodyOf(call: ProviderRequestDraft, xml: XmlCodec): { body?: ProviderRequest["body"] } {
  const { body } = call;
  // Neither JSON nor a form can contain a file: the other fields become parts, too.
  if (isRecord(body) && !isFilePart(body) && Object.values(body).some(isFilePart))
    for (const [name, value] of Object.entries(body)) call.parts.push(...partsOf(name, value));
  if (call.parts.length > 0) {
    // The encoder of the parts chooses the boundary.
    setHeader(call.headers, "Content-Type", null);
    return { body: { parts: call.parts } };
  }
  if (body === undefined) return {};
  if (isFilePart(body)) return { body: body.bytes satisfies ByteStream };
  if (typeof body === "string") return { body };
  const type = headerOf(call.headers, "content-type")?.toLowerCase() ?? "";
  if (type.startsWith(FORM) && isRecord(body)) return { body: formText(body) };
  return { body: type.includes("xml") ? xml.write(body) : JSON.stringify(body) };
}

export function formText(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((item) => [name, item] as const))
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encode(name)}=${encode(asText(value))}`)
    .join("&");
}
