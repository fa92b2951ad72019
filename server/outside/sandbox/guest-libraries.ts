import { hmac } from "@noble/hashes/hmac.js";
import { md5, sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import lodash from "lodash";
import fp from "lodash/fp";
import moment from "moment";
import { http, https, onReply } from "./guest-http.ts";
import { util } from "./guest-util.ts";

const modules: Record<string, unknown> = { lodash, "lodash/fp": fp, moment, util };
const connected: Record<string, unknown> = { http, https };

/** The module that `require(name)` returns to a script; undefined if there is none. */
function find(name: string, mayCall: boolean): unknown {
  if (mayCall && Object.hasOwn(connected, name)) return connected[name];
  if (Object.hasOwn(modules, name)) return modules[name];
  const [, collection, member] = /^(lodash\/fp|lodash)\/(\w+)$/.exec(name) ?? [];
  const functions = collection === "lodash" ? lodash : fp;
  return collection && member && Object.hasOwn(functions, member) ? Reflect.get(functions, member) : undefined;
}

const hashes = { md5, sha1, sha256, sha512 };
const encodings = { hex: bytesToHex, base64: (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes)) };

const utf8 = (text: unknown) => unescape(encodeURIComponent(String(text).toWellFormed()));
const bytesOf = (text: unknown) => Uint8Array.from(utf8(text), (character) => character.charCodeAt(0));

const hmacWith = (algorithm: string) => (encoding: string) => (secret: unknown, text: unknown) => {
  const hash = Object.hasOwn(hashes, algorithm) && hashes[algorithm as keyof typeof hashes];
  const encode = Object.hasOwn(encodings, encoding) && encodings[encoding as keyof typeof encodings];
  if (!hash) throw new Error(`CE.hmac: the algorithm is one of ${Object.keys(hashes).join(", ")}`);
  if (!encode) throw new Error(`CE.hmac: the encoding is one of ${Object.keys(encodings).join(", ")}`);
  return encode(hmac(hash, bytesOf(secret), bytesOf(text)));
};

const randomString = () => Array.from({ length: 10 }, () => Math.trunc(Math.random() * 36).toString(36)).join("");

function decode64(encoded: unknown): string {
  const binary = atob(String(encoded).replaceAll("-", "+").replaceAll("_", "/"));
  try {
    return decodeURIComponent(escape(binary));
  } catch {
    return binary;
  }
}

const CE: Record<string, unknown> = {
  randomString,
  randomEmail: () => `${randomString()}@example.com`,
  md5: (text: unknown) => bytesToHex(md5(bytesOf(text))),
  b64: (text: unknown) => btoa(utf8(text)),
  decode64,
  hmac: hmacWith,
};
for (const algorithm of ["Sha1", "Sha256", "Md5"]) {
  for (const encoding of ["Hex", "Base64", "hex", "base64"]) {
    CE[`hmac${algorithm}${encoding}`] = hmacWith(algorithm.toLowerCase())(encoding.toLowerCase());
  }
}

Object.assign(globalThis, { CE, __find: find, __onReply: onReply });
