import { sha256 } from "@noble/hashes/sha2.js";
import { isRecord } from "../bare-record.ts";
import { base64Url } from "../base64.ts";

/** The digest of a value, whatever the order of the keys in its objects. */
export const digestOf = (value: unknown): string => digest(JSON.stringify(value, sorted));

/** Whether a stored digest is that of the value. Processes of an earlier version stored digests of the keys as they came. */
export const hasDigest = (value: unknown, stored: string | number | undefined): boolean =>
  stored !== undefined && (stored === digestOf(value) || stored === digest(JSON.stringify(value)));

const digest = (text: string | undefined): string =>
  base64Url(sha256(new TextEncoder().encode(text ?? "")).slice(0, 12));

const sorted = (_: string, value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value;
