import { useTranslations } from "next-intl";
import { nextAfter, parseCron } from "#server/formula/cron.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import type { Formula, Instance } from "./formula-answers.ts";
import { cronOf } from "./instance-draft.ts";

type Props = { formula: Formula; instance: Pick<Instance, "active" | "configuration"> };

/** When a scheduled instance runs next; nothing for others, and for those that are switched off. */
export function NextRun({ formula, instance: { active, configuration } }: Props) {
  const t = useTranslations("formulas.instance");
  const cron = cronOf(formula, configuration);
  const next = cron && active && formula.active ? nextOf(cron) : undefined;
  return next ? <span>{t.rich("next", { when: () => <RelativeTime at={next} isAhead /> })}</span> : null;
}

function nextOf(cron: string): string | undefined {
  try {
    return nextAfter(parseCron(cron), new Date())?.toISOString();
  } catch {
    return undefined;
  }
}
