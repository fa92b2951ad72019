import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { Failure } from "#server/errors.ts";
import type { Files, SealedFiles } from "#server/ports.ts";
import { freeMemory } from "./free-memory.ts";

const CIPHER = "aes-256-gcm";
const [KEY_BYTES, IV_BYTES, TAG_BYTES] = [32, 12, 16];

/**
 * Encrypts files before they are stored, each with AES-256-GCM under the key of its job and bound to its name, so that
 * no file can replace another. The vault encrypts these keys: a rotation of encryption keys rewrites no file.
 */
export const sealFiles = (files: Files): SealedFiles => ({
  newKey: () => randomBytes(KEY_BYTES).toString("base64"),

  async put({ name, key }, bytes) {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, Buffer.from(key, "base64"), iv).setAAD(Buffer.from(name));
    const ciphertext = [cipher.update(bytes), cipher.final()];
    const sealed = Buffer.concat([iv, cipher.getAuthTag(), ...ciphertext]);
    await files.put(name, sealed);
    freeMemory(sealed);
  },

  async get({ name, key }) {
    const sealed = await files.get(name);
    const [iv, tag] = [sealed.subarray(0, IV_BYTES), sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
    try {
      const decipher = createDecipheriv(CIPHER, Buffer.from(key, "base64"), iv, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(name))
        .setAuthTag(tag);
      const bytes = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
      // Returns no bytes: throws unless all are authentic.
      decipher.final();
      freeMemory(sealed);
      return bytes;
    } catch (cause) {
      throw new Failure("serverError", "A stored file cannot be decrypted: it was changed.", { cause });
    }
  },

  removeFolder: files.removeFolder,
});
