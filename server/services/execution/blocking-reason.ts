import type { Runnable } from "#server/store/runnables.ts";

type Asked = Pick<Runnable, "formulaActive" | "active" | "ownerActive"> | null;
type Owned = Pick<Runnable, "organizationId" | "ownerAccountId" | "ownerSeesAllAccounts">;

/**
 * Why a formula instance cannot start: an inactive formula or instance does not run, and neither does one whose owner
 * lost access, for example by schedule. Null if it can start.
 */
export function blockingReason(asked: Asked): string | null {
  if (!asked) return "The formula instance was deleted.";
  if (!asked.formulaActive) return "The formula was inactive.";
  if (!asked.active) return "The formula instance was inactive.";
  return asked.ownerActive ? null : "The user it belongs to had no access.";
}

/**
 * Why what happens at an element instance does not start a formula instance: `blockingReason`, or that its owner may not
 * see the element instance (any more).
 */
export function blockingReasonForTrigger(
  asked: (Asked & Owned) | null,
  { organizationId, accountId }: { organizationId: number; accountId: number },
): string | null {
  if (!asked) return blockingReason(null);
  const isSeen =
    asked.organizationId === organizationId && (asked.ownerSeesAllAccounts || asked.ownerAccountId === accountId);
  return blockingReason(asked) ?? (isSeen ? null : "The user it belongs to may not see the element instance.");
}
