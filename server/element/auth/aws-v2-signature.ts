import { hmac } from "@noble/hashes/hmac.js";
import { sha1 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { base64 } from "../base64.ts";
import type { Configuration, ProviderRequest } from "../ports.ts";
import { lowerCaseNames, serviceOf } from "./aws.ts";
import { percentEncode } from "./percent-encode.ts";

/** The request with its signature of version 2. */
export function signed(
  request: ProviderRequest,
  configuration: Configuration,
  { now }: { now: Date },
): ProviderRequest {
  const { "aws.api.key": key, "aws.api.secret": secret } = configuration;
  if (!key || !secret) return request;
  const url = new URL(request.url);
  const isStorage = (configuration["aws.service"] || serviceOf(url.hostname)) === "s3";
  const sign = isStorage ? signedHeaders : signedQuery;
  return sign(request, { url, key, secret, now, token: configuration["aws.session.token"] });
}

type How = { url: URL; key: string; secret: string; now: Date; token: Configuration[string] | undefined };

const utf8 = (text: string) => new TextEncoder().encode(text);

/** The parameters of a query, or of a form that is posted, with the signature among them. */
function signedQuery(request: ProviderRequest, { url, key, secret, now, token }: How): ProviderRequest {
  const { body, headers } = request;
  const type = lowerCaseNames(headers)["content-type"] ?? "";
  const form = /^application\/x-www-form-urlencoded\b/i.test(type) && typeof body === "string" ? body : undefined;
  const parameters = new URLSearchParams(form ?? url.search);
  for (const [name, value] of Object.entries({
    AWSAccessKeyId: key,
    SignatureMethod: "HmacSHA256",
    SignatureVersion: "2",
    ...(token && { SecurityToken: token }),
  }))
    parameters.set(name, value);
  if (!parameters.has("Timestamp") && !parameters.has("Expires"))
    parameters.set("Timestamp", now.toISOString().replace(/\.\d+/, ""));
  parameters.delete("Signature");

  const sorted = [...parameters]
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join("&");
  const text = [request.method.toUpperCase(), url.host, url.pathname, sorted].join("\n");
  const signature = base64(hmac(sha256, utf8(secret), utf8(text)));
  const signed = `${sorted}&Signature=${percentEncode(signature)}`;
  if (form !== undefined) return { ...request, body: signed };
  url.search = signed;
  return { ...request, url: url.href };
}

/** The `Authorization` header of S3, which covers the headers that S3 reads and the object. */
function signedHeaders(request: ProviderRequest, { url, key, secret, now, token }: How): ProviderRequest {
  const { authorization: _replaced, ...own } = lowerCaseNames(request.headers);
  const headers: Record<string, string> = {
    ...own,
    ...(own.date === undefined && own["x-amz-date"] === undefined && { "x-amz-date": now.toUTCString() }),
    ...(token && { "x-amz-security-token": token }),
  };
  const covered = Object.entries(headers)
    .filter(([name]) => name.startsWith("x-amz-"))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}:${value.trim().replaceAll(/\s+/g, " ")}`);
  const text = [
    request.method.toUpperCase(),
    headers["content-md5"] ?? "",
    headers["content-type"] ?? "",
    headers["x-amz-date"] === undefined ? (headers.date ?? "") : "",
    ...covered,
    resourceOf(url),
  ].join("\n");
  const signature = base64(hmac(sha1, utf8(secret), utf8(text)));
  return { ...request, headers: { ...headers, authorization: `AWS ${key}:${signature}` } };
}

/** Parameters that name a part of a bucket or object, or change the response; the others are not covered. */
const SUBRESOURCES = new Set([
  ...["accelerate", "acl", "cors", "delete", "lifecycle", "location", "logging", "notification", "partNumber"],
  ...["policy", "requestPayment", "restore", "tagging", "torrent", "uploadId", "uploads", "versionId", "versioning"],
  ...["versions", "website", "response-cache-control", "response-content-disposition", "response-content-encoding"],
  ...["response-content-language", "response-content-type", "response-expires"],
]);

/** The bucket, which is in the host or in the path, the path as it is sent, and the subresources. */
function resourceOf(url: URL): string {
  const [, bucket] = /^(.+)\.s3[.-](?:[\w-]+\.)*amazonaws\.com(?:\.cn)?$/.exec(url.hostname) ?? [];
  const parts = [...url.searchParams]
    .filter(([name]) => SUBRESOURCES.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => (value === "" ? name : `${name}=${value}`));
  return `${bucket ? `/${bucket}` : ""}${url.pathname}${parts.length > 0 ? `?${parts.join("&")}` : ""}`;
}
