import { hash, verify } from "@node-rs/argon2";
import { Failure } from "#server/errors.ts";
import type { Passwords } from "#server/ports.ts";
import { createRestingQueue } from "#server/resting-queue.ts";

/** In UTF-16 units, before hashing. */
const MAX_LENGTH = 256;

/** argon2id at OWASP's first recommended cost (19 MiB, two passes, one lane); about 30 ms of one thread. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * A hash uses a whole core. In a process that is busy with requests, the next hash waits for this many times the
 * duration of the last one, so that many simultaneous sign-ins leave the processor to other work; an idle process does
 * not wait.
 */
const REST = 16;

/**
 * Passwords are compared in Unicode's NFKC form, so that it does not matter which keyboard composed an accent. They are
 * hashed one at a time, with rests. `hash` refuses a password over 256 characters with a Failure `badRequest`; `verify`
 * returns false for such a password, and for an invalid hash.
 */
export function createPasswords(): Passwords {
  const inTurn = createRestingQueue(REST);
  return {
    async hash(password) {
      if (password.length > MAX_LENGTH) throw new Failure("badRequest", `password: at most ${MAX_LENGTH} characters.`);
      return inTurn(() => hash(password.normalize("NFKC"), COST));
    },
    async verify(stored, password) {
      if (password.length > MAX_LENGTH) return false;
      return inTurn(() => verify(stored, password.normalize("NFKC")).catch(() => false));
    },
  };
}
