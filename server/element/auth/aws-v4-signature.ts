import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Configuration, ProviderRequest } from "../ports.ts";
import { lowerCaseNames, serviceOf } from "./aws.ts";
import { percentEncode } from "./percent-encode.ts";
import { textOfBody, unsignable } from "./signed-body.ts";

const ALGORITHM = "AWS4-HMAC-SHA256";
const UNSIGNED = "UNSIGNED-PAYLOAD";

/** Services that accept a body without its hash, over TLS: streams cannot be read twice. */
const TAKES_UNSIGNED = new Set(["s3", "s3express", "s3-object-lambda", "s3-outposts", "mediastore", "lex"]);

/** The request with its signature of version 4. */
export function signed(
  request: ProviderRequest,
  configuration: Configuration,
  { now, nonce }: { now: Date; nonce: string },
): ProviderRequest {
  const { "aws.api.key": key, "aws.api.secret": secret, "aws.region": region = "us-east-1" } = configuration;
  if (!key || !secret) return request;
  const url = new URL(request.url);
  url.pathname = url.pathname.split("/").map(encoded).join("/");
  const service = configuration["aws.service"] || serviceOf(url.hostname);
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const known = textOfBody(request.body, nonce);
  if (!known && !TAKES_UNSIGNED.has(service)) throw unsignable(service);
  const bodyHash = known ? hex(known.text) : UNSIGNED;
  const { authorization: _replaced, ...own } = lowerCaseNames(request.headers);
  if (known?.contentType) own["content-type"] = known.contentType;
  const headers: Record<string, string> = {
    ...own,
    "x-amz-date": time,
    ...((service === "s3" || bodyHash === UNSIGNED) && { "x-amz-content-sha256": bodyHash }),
    ...(configuration["aws.session.token"] && { "x-amz-security-token": configuration["aws.session.token"] }),
  };
  const covered = Object.entries({ host: url.host, ...headers })
    .filter(([name]) => name === "host" || name === "content-type" || name.startsWith("x-amz-"))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const names = covered.map(([name]) => name).join(";");
  const canonical = [
    request.method.toUpperCase(),
    pathOf(url, service),
    queryOf(url),
    ...covered.map(([name, value]) => `${name}:${value.trim().replaceAll(/ +/g, " ")}`),
    "",
    names,
    bodyHash,
  ].join("\n");
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`;
  const text = [ALGORITHM, time, scope, hex(canonical)].join("\n");
  const signature = bytesToHex(mac(scope.split("/").reduce(mac, utf8(`AWS4${secret}`)), text));
  const authorization = `${ALGORITHM} Credential=${key}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  const body = known?.contentType === undefined ? request.body : known.text;
  return { ...request, url: url.href, headers: { ...headers, authorization }, ...(body !== undefined && { body }) };
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const hex = (text: string) => bytesToHex(sha256(utf8(text)));
const mac = (key: Uint8Array, text: string): Uint8Array => hmac(sha256, key, utf8(text));

/** A segment of a path as AWS encodes it before it verifies the signature: URLs leave `!'()*` as they are. */
function encoded(segment: string): string {
  try {
    return percentEncode(decodeURIComponent(segment));
  } catch {
    return percentEncode(segment);
  }
}

/** Each segment of a path is escaped one more time than it is sent, except for S3. */
const pathOf = ({ pathname }: URL, service: string) =>
  service === "s3" ? pathname : pathname.split("/").map(percentEncode).join("/");

function queryOf(url: URL): string {
  const pairs = [...url.searchParams].map(([name, value]) => [percentEncode(name), percentEncode(value)] as const);
  const sorted = pairs.sort(([name, value], [otherName, otherValue]) =>
    name === otherName ? (value < otherValue ? -1 : 1) : name < otherName ? -1 : 1,
  );
  return sorted.map(([name, value]) => `${name}=${value}`).join("&");
}
