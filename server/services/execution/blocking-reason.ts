import type { Runnable } from "#server/store/execution/runnables.ts";

type Candidate = Pick<Runnable, "formulaActive" | "active" | "ownerActive"> | null;
type Owned = Pick<Runnable, "organizationId" | "ownerAccountId" | "ownerSeesAllAccounts">;

/**
 * Why a formula instance cannot start: it or its formula is inactive, or its owner lost access. Null if it can start.
 */
export function blockingReason(candidate: Candidate): string | null {
  if (!candidate) return "The formula instance was deleted.";
  if (!candidate.formulaActive) return "The formula was inactive.";
  if (!candidate.active) return "The formula instance was inactive.";
  return candidate.ownerActive ? null : "The user who owns the formula instance had no access.";
}

/**
 * Why an event or request at an element instance does not start a formula instance: `blockingReason`, or that its owner
 * may not see the element instance (any more).
 */
export function blockingReasonForTrigger(
  candidate: (Candidate & Owned) | null,
  { organizationId, accountId }: { organizationId: number; accountId: number },
): string | null {
  if (!candidate) return blockingReason(null);
  const isSeen =
    candidate.organizationId === organizationId &&
    (candidate.ownerSeesAllAccounts || candidate.ownerAccountId === accountId);
  return (
    blockingReason(candidate) ??
    (isSeen ? null : "The user who owns the formula instance cannot access the element instance.")
  );
}
