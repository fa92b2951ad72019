import type { Runnable } from "#server/store/runnables.ts";

type Asked = Pick<Runnable, "formulaActive" | "active" | "ownerActive"> | null;

/**
 * Why a formula instance was not started: an inactive formula or instance runs nothing (contract §5, 15), and nothing
 * runs as somebody who has no access any more, as by the clock (§1.7). Null when it may be.
 */
export function reasonAgainst(asked: Asked): string | null {
  if (!asked) return "The formula instance was deleted.";
  if (!asked.formulaActive) return "The formula was inactive.";
  if (!asked.active) return "The formula instance was inactive.";
  return asked.ownerActive ? null : "The user it belongs to had no access.";
}
