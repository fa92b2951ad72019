import { Failure } from "#server/errors.ts";

/**
 * One message for all failures, with the exact text that clients expect, so that it does not reveal which part was
 * wrong.
 */
const REFUSED = "Invalid Organization or User secret, or invalid Element token provided.";

/** The refusal of every request whose Authorization header identifies nobody, or an element instance that was deleted. */
export const refusedCredentials = (): Failure => new Failure("unauthorized", REFUSED);
