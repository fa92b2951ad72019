import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { Failure } from "#server/errors.ts";
import type { Rewrapper, Vault } from "#server/ports.ts";

const CIPHER = "aes-256-gcm";
const [KEY_BYTES, IV_BYTES, TAG_BYTES] = [32, 12, 16];

/**
 * Encrypts secrets under ENCRYPTION_KEYS, `kid:base64-32-bytes[,kid:…]`: the first key encrypts, all decrypt, so a key
 * is replaced by putting the new one in front. Throws an Error without the key's text if the setting is invalid.
 * A sealed text is `v1.<kid>.<wrapped>.<iv>.<tag>.<ciphertext>`, the last four base64url. `wrapped` is the text's own
 * random data key, encrypted under the named key (iv, data key, tag). `identity` is additional data of both layers, and
 * the key's name of the outer one, so a sealed text cannot be decrypted in another place; a change of key only replaces
 * `wrapped`.
 */
export function createVault(encryptionKeys: string): Vault & Rewrapper {
  const keys = parseKeys(encryptionKeys);
  const [[kid, key]] = keys;
  const byName = new Map(keys);

  return {
    seal(text, identity) {
      const dataKey = randomBytes(KEY_BYTES);
      const wrapped = wrap(dataKey, identity);
      const { iv, tag, ciphertext } = encrypt(createSecretKey(dataKey), Buffer.from(text), inner(identity));
      dataKey.fill(0);
      return textOf(kid, [wrapped, iv, tag, ciphertext]);
    },

    open: (sealed, identity) => unseal(sealed, identity).plain.toString(),

    hasSealed(head, identity) {
      const [version, name = "", wrapped] = head.split(".");
      const box = wrapped === undefined ? undefined : fromBase64url(wrapped);
      if (version !== "v1" || !box || !byName.has(name)) return false;
      try {
        dataKeyIn(box, name, identity).fill(0);
        return true;
      } catch {
        return false;
      }
    },

    newestKey: kid,
    rewrap(sealed, identity) {
      // Decrypts the text, too, so that a changed one is detected.
      const { dataKey, box } = unseal(sealed, identity);
      return textOf(kid, [wrap(dataKey, identity), box.iv, box.tag, box.ciphertext]);
    },
  };

  function wrap(dataKey: Buffer, identity: string): Buffer {
    const { iv, ciphertext, tag } = encrypt(key, dataKey, outer(kid, identity));
    return Buffer.concat([iv, ciphertext, tag]);
  }

  /** Throws if another key encrypted it, or for another identity. */
  function dataKeyIn(wrapped: Buffer, kid: string, identity: string): Buffer {
    const outside = {
      iv: wrapped.subarray(0, IV_BYTES),
      ciphertext: wrapped.subarray(IV_BYTES, -TAG_BYTES),
      tag: wrapped.subarray(-TAG_BYTES),
    };
    return decrypt(byName.get(kid) as KeyObject, outside, outer(kid, identity));
  }

  function unseal(sealed: string, identity: string): { dataKey: Buffer; box: Box; plain: Buffer } {
    const [version, kid = "", ...texts] = sealed.split(".");
    const [wrapped, iv, tag, ciphertext] = texts.map(fromBase64url);
    if (version !== "v1" || texts.length !== 4 || !wrapped || !iv || !tag || !ciphertext) throw unreadable();
    if (!byName.has(kid))
      throw new Failure("serverError", `A stored secret cannot be read: encryption key "${kid}" is missing.`);
    try {
      const dataKey = dataKeyIn(wrapped, kid, identity);
      const box = { iv, tag, ciphertext };
      return { dataKey, box, plain: decrypt(createSecretKey(dataKey), box, inner(identity)) };
    } catch (cause) {
      throw unreadable(cause);
    }
  }
}

const textOf = (kid: string, parts: Buffer[]): string =>
  ["v1", kid, ...parts.map((part) => part.toString("base64url"))].join(".");

type Box = { iv: Buffer; tag: Buffer; ciphertext: Buffer };

const inner = (identity: string) => Buffer.from(`v1|${identity}`);
const outer = (kid: string, identity: string) => Buffer.from(`v1|${kid}|${identity}`);

function encrypt(key: KeyObject, plain: Buffer, context: Buffer): Box {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(context);
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { iv, ciphertext, tag: cipher.getAuthTag() };
}

function decrypt(key: KeyObject, { iv, tag, ciphertext }: Box, context: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(context).setAuthTag(tag);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}

/** Undefined unless the encoding is canonical: a lenient decoder would accept changed text. */
function fromBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : undefined;
}

type Key = [kid: string, key: KeyObject];

function parseKeys(text: string): [Key, ...Key[]] {
  const [first, ...others] = text.split(",").map(parseKey);
  if (!first) throw new Error(EXPECTED);
  const names = [first, ...others].map(([kid]) => kid);
  const twice = names.find((kid, index) => names.indexOf(kid) !== index);
  if (twice) throw new Error(`ENCRYPTION_KEYS: key "${twice}" is there twice`);
  return [first, ...others];
}

function parseKey(entry: string): Key {
  const [, kid, base64] = /^([\w-]+):([A-Za-z0-9+/]{43}=)$/.exec(entry.trim()) ?? [];
  if (!kid || !base64) throw new Error(EXPECTED);
  return [kid, createSecretKey(Buffer.from(base64, "base64"))];
}

const EXPECTED = "ENCRYPTION_KEYS: must be kid:base64-32-bytes[,kid:…]";

const unreadable = (cause?: unknown) =>
  new Failure("serverError", "A stored secret cannot be read: it was changed, or belongs to another record.", {
    cause,
  });
