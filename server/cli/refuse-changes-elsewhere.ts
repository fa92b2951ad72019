import type { Plan, Planned } from "./definitions.ts";
import { CommandError } from "./world.ts";

/**
 * Refuses a plan that would replace changes that were made elsewhere since the last deployment. `deployed` is the plan
 * of the files of that deployment: what was not changed since then has nothing to do in it.
 */
export function refuseChangesElsewhere(plan: Plan, deployed: Plan): void {
  const before = new Map(deployed.definitions.map((one) => [keyOf(one), one]));
  const changed = plan.definitions.flatMap((one) => {
    if (one.action !== "update" && one.action !== "create") return [];
    const last = before.get(keyOf(one));
    if (last?.action === "unchanged" && last.revision === one.revision) return [];
    // Neither deployed last, nor in the account.
    if (last === undefined && one.action === "create") return [];
    return [`${one.type} ${JSON.stringify(one.name)}: ${reasonOf(one, last)}`];
  });
  if (changed.length === 0) return;
  throw new CommandError(
    `Nothing was changed, because this was changed elsewhere since the last deployment. Pull it and merge the changes first.\n${changed.join("\n")}`,
  );
}

const keyOf = ({ type, name }: Planned) => `${type} ${name}`;

function reasonOf({ action }: Planned, last: Planned | undefined): string {
  if (last === undefined) return "was created elsewhere.";
  if (last.action === "blocked") return `cannot be compared: ${last.findings.map(({ message }) => message).join(" ")}`;
  return action === "create" ? "was deleted elsewhere." : "is not as it was deployed.";
}
