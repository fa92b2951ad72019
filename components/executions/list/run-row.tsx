import { useTranslations } from "next-intl";
import type { RouterOutputs } from "../../api/trpc.ts";
import { routeTo } from "../../screens/screens.ts";
import { Link } from "../../ui/link.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { RunStatus } from "../../ui/run-status.tsx";
import { TestBadge } from "../test-badge.tsx";

type Run = RouterOutputs["execution"]["list"]["items"][number];

/** One run in a short list: formula, status and time. The list is the row's `@container`; the whole row is a link. */
export function RunRow({ run }: { run: Run }) {
  const t = useTranslations("ui.runRow");
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-tint @lg:grid-cols-[10rem_minmax(0,1fr)_7rem_auto] @lg:px-5">
      <span className="order-2 @lg:order-none">
        <RunStatus status={run.state} />
      </span>
      <span className="min-w-0">
        <span className="flex items-baseline gap-2">
          <Link
            href={routeTo("run", { executionId: run.id })}
            aria-label={t("label", { id: String(run.id), formula: run.formulaName })}
            className="truncate font-medium text-sm after:absolute after:inset-0"
          >
            {run.formulaName}
          </Link>
          {run.isTrial && <TestBadge />}
        </span>
        <span className="block truncate text-muted text-xs">
          {run.error ? <span className="text-failure">{run.error}</span> : run.instanceName}
        </span>
      </span>
      <span className="order-3 text-muted text-xs @lg:order-none">
        <RelativeTime at={run.startedAt} />
      </span>
      <span className="order-4 text-right font-mono text-muted text-xs @lg:order-none">#{run.id}</span>
    </li>
  );
}
