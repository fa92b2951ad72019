import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { Failure } from "#server/errors.ts";
import type { Range, ValueFile } from "#server/ports.ts";

const CIPHER = "aes-256-gcm";
const [KEY_BYTES, IV_BYTES, TAG_BYTES] = [32, 12, 16];
const BLOCK_BYTES = 64 * 1024;
const STORED_BYTES = TAG_BYTES + BLOCK_BYTES;

type Sealed = Omit<ValueFile, "store">;

/**
 * Encrypts a file under a new key in blocks of 64 KB, of which each can be read without the others. A block is bound to
 * the name and the size of its file and to its place: none can be moved, replaced or left out.
 */
export function sealBlocks(name: string, content: Uint8Array): { file: Sealed; stored: Buffer } {
  const key = randomBytes(KEY_BYTES);
  const file = { name, key: key.toString("base64"), bytes: content.length };
  const stored = Buffer.allocUnsafe(content.length + TAG_BYTES * Math.ceil(content.length / BLOCK_BYTES));
  for (let block = 0, at = 0; block * BLOCK_BYTES < content.length; block++) {
    const plain = content.subarray(block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES);
    const cipher = createCipheriv(CIPHER, key, ivOf(block)).setAAD(identityOf(file, block));
    const ciphertext = cipher.update(plain);
    cipher.final();
    at += cipher.getAuthTag().copy(stored, at);
    at += ciphertext.copy(stored, at);
  }
  return { file, stored };
}

/** Where the blocks are that hold a range of the content. */
export const storedRange = ({ bytes }: Sealed, { from, to }: Range): Range => ({
  from: Math.floor(from / BLOCK_BYTES) * STORED_BYTES,
  to: Math.min(Math.ceil(to / BLOCK_BYTES) * STORED_BYTES, bytes + TAG_BYTES * Math.ceil(bytes / BLOCK_BYTES)),
});

/** Decrypts a range from the blocks of `storedRange`. Refuses (serverError) blocks that were changed. */
export function openBlocks(file: Sealed, { from, to }: Range, stored: Uint8Array): Buffer {
  const first = Math.floor(from / BLOCK_BYTES);
  const key = Buffer.from(file.key, "base64");
  const plain: Buffer[] = [];
  try {
    for (let at = 0, block = first; block * BLOCK_BYTES < to; at += STORED_BYTES, block++) {
      const decipher = createDecipheriv(CIPHER, key, ivOf(block), { authTagLength: TAG_BYTES })
        .setAAD(identityOf(file, block))
        .setAuthTag(stored.subarray(at, at + TAG_BYTES));
      plain.push(decipher.update(stored.subarray(at + TAG_BYTES, at + STORED_BYTES)));
      // Throws unless the block is authentic.
      decipher.final();
    }
  } catch (cause) {
    throw new Failure("serverError", "A stored file cannot be decrypted: it was changed.", { cause });
  }
  return Buffer.concat(plain).subarray(from - first * BLOCK_BYTES, to - first * BLOCK_BYTES);
}

/** The key is for this file alone, so the number of a block never repeats under it. */
function ivOf(block: number): Buffer {
  const iv = Buffer.alloc(IV_BYTES);
  iv.writeUInt32BE(block, IV_BYTES - 4);
  return iv;
}

const identityOf = ({ name, bytes }: Sealed, block: number) => Buffer.from(`${name}|${bytes}|${block}`);
