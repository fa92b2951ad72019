import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { routeTo } from "../../screens/screens.ts";
import { Link } from "../../ui/link.tsx";
import { RunStatus } from "../../ui/run-status.tsx";
import type { Run } from "../run-visits.ts";

/** Links to the original of this rerun, and to the reruns of this run. */
export function RelatedRuns({ run: { parentId, reused, edits, children, attempt } }: { run: Run }) {
  const t = useTranslations("executions.kin");
  if (parentId === null && children.length === 0 && attempt === 1) return null;
  const linkTo = (id: number) => (description: ReactNode) => (
    <Link href={routeTo("run", { executionId: id })} className="text-accent underline underline-offset-2">
      {description}
    </Link>
  );
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {attempt > 1 && <span>{t("attempt", { attempt: String(attempt) })}</span>}
      {parentId !== null && (
        <span>
          {t.rich("again", { id: String(parentId), run: linkTo(parentId) })}
          {reused > 1 && t("reused", { count: reused - 1 })}
          {edits > 0 && t("edits", { count: edits })}
        </span>
      )}
      {children.map((child) => (
        <span key={child.id} className="inline-flex items-center gap-1.5">
          <span>{t.rich("againAs", { id: String(child.id), run: linkTo(child.id) })}</span>
          <RunStatus status={child.status} />
        </span>
      ))}
    </p>
  );
}
