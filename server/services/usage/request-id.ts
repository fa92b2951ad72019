import { randomBytes } from "node:crypto";

const BYTES = 12;
const pool = { bytes: Buffer.alloc(0), at: 0 };

/** A new `elements-request-id`: 24 hexadecimal digits. Randomness is fetched for many at once. */
export function newRequestId(): string {
  if (pool.at === pool.bytes.length) Object.assign(pool, { bytes: randomBytes(BYTES * 256), at: 0 });
  pool.at += BYTES;
  return pool.bytes.toString("hex", pool.at - BYTES, pool.at);
}
