import { expiredToken } from "./expired-token.ts";
import { missingRecord } from "./missing-record.ts";
import type { Proof } from "./proof.ts";
import { rateLimit } from "./rate-limit.ts";
import { secondPage } from "./second-page.ts";
import { unknownField } from "./unknown-field.ts";

/** Every proof, in the order in which they run. */
export const PROOFS: readonly Proof[] = [secondPage, missingRecord, unknownField, rateLimit, expiredToken];

export const PROOF_NAMES: readonly string[] = PROOFS.map(({ proof }) => proof);
