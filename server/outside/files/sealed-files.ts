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
    const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()]);
    await files.put(name, Buffer.concat([iv, cipher.getAuthTag(), ciphertext]));
  },

  async get({ name, key }) {
    const sealed = Buffer.from(await files.get(name));
    const [iv, tag] = [sealed.subarray(0, IV_BYTES), sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
    try {
      const decipher = createDecipheriv(CIPHER, Buffer.from(key, "base64"), iv, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(name))
        .setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    } catch (cause) {
      throw new Failure("serverError", "A stored file cannot be decrypted: it was changed.", { cause });
    }
  },

  removeFolder: files.removeFolder,
});
