import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { Failure } from "#server/errors.ts";
import type { Files, SealedFiles } from "#server/ports.ts";

const CIPHER = "aes-256-gcm";
const [KEY_BYTES, IV_BYTES, TAG_BYTES] = [32, 12, 16];

/**
 * Encrypts files before they are stored, each with AES-256-GCM under the key of its job and bound to its name, so that
 * none opens in the place of another. The vault seals the keys: to replace an encryption key no file is rewritten.
 */
export const sealFiles = (files: Files): SealedFiles => ({
  newKey: () => randomBytes(KEY_BYTES).toString("base64"),

  async put({ name, key }, bytes) {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, Buffer.from(key, "base64"), iv).setAAD(Buffer.from(name));
    const ciphertext = [cipher.update(bytes), cipher.final()];
    const sealed = Buffer.concat([iv, cipher.getAuthTag(), ...ciphertext]);
    await files.put(name, sealed);
    free(sealed);
  },

  async get({ name, key }) {
    const sealed = await files.get(name);
    const [iv, tag] = [sealed.subarray(0, IV_BYTES), sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
    try {
      const decipher = createDecipheriv(CIPHER, Buffer.from(key, "base64"), iv, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(name))
        .setAuthTag(tag);
      const bytes = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
      // It has no bytes of its own: it throws unless all are as they were written.
      decipher.final();
      free(sealed);
      return bytes;
    } catch (cause) {
      throw new Failure("serverError", "A stored file cannot be decrypted: it was changed.", { cause });
    }
  },

  removeFolder: files.removeFolder,
});

/**
 * Returns the memory of bytes that nobody reads any more. Left to the garbage collector, which sees only the small
 * object that holds them, megabytes of them wait for it.
 */
function free({ buffer, byteLength }: Uint8Array): void {
  // A small one shares its memory with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
