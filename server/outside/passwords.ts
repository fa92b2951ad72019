import { hash, verify } from "@node-rs/argon2";
import type { Passwords } from "#server/context.ts";
import { Failure } from "#server/errors.ts";

/** In UTF-16 units, before hashing. */
const MAX_LENGTH = 256;

/** argon2id at the cost OWASP names first (19 MiB, two passes, one lane); some 30 ms of one thread. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Passwords are compared in Unicode's NFKC form, so that it does not matter which keyboard composed an accent.
 * `hash` refuses a password over 256 characters with a Failure `badRequest`; `verify` answers false for such a
 * password, and for a hash it cannot read.
 */
export function createPasswords(): Passwords {
  return {
    async hash(password) {
      if (password.length > MAX_LENGTH) throw new Failure("badRequest", `password: at most ${MAX_LENGTH} characters.`);
      return hash(password.normalize("NFKC"), COST);
    },
    async verify(stored, password) {
      if (password.length > MAX_LENGTH) return false;
      return verify(stored, password.normalize("NFKC")).catch(() => false);
    },
  };
}
