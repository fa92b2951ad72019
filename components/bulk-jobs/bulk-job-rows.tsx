import { useTranslations } from "next-intl";
import { routeTo } from "../screens/screens.ts";
import { Link } from "../ui/link.tsx";
import { Card } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { BulkProgress } from "./bulk-progress.tsx";
import { type BulkJob, BulkStatusLabel } from "./bulk-status.tsx";

/** Bulk jobs, each row a link. */
export function BulkJobRows({ label, jobs }: { label: string; jobs: readonly BulkJob[] }) {
  return (
    <Card className="overflow-hidden">
      <ul aria-label={label} className="divide-y divide-line">
        {jobs.map((job) => (
          <Row key={job.id} job={job} />
        ))}
      </ul>
    </Card>
  );
}

function Row({ job }: { job: BulkJob }) {
  const t = useTranslations("bulk-jobs");
  const { id, direction, objectName, status, connection, message, createdAt } = job;
  return (
    <li className="relative grid items-center gap-x-5 gap-y-2 px-5 py-4 hover:bg-tint md:grid-cols-[8rem_minmax(0,1fr)_minmax(0,16rem)_7rem_3rem]">
      <BulkStatusLabel status={status} />
      <span className="min-w-0">
        <span className="flex min-w-0 items-baseline gap-2">
          <Link
            href={routeTo("bulkJob", { bulkJobId: id })}
            aria-label={t("list.label", { direction: t(`directions.${direction}`), objects: objectName, id })}
            className="truncate font-medium after:absolute after:inset-0"
          >
            <span translate="no">{objectName}</span>
          </Link>
          <span className="shrink-0 text-muted text-sm">{t(`directions.${direction}`)}</span>
        </span>
        <span className="block truncate text-muted text-sm">{connection?.name ?? t("noConnection")}</span>
        {message && (
          <span className={`block truncate text-sm ${status === "FAILED" ? "text-failure" : "text-muted"}`}>
            {message}
          </span>
        )}
      </span>
      <span>
        <BulkProgress job={job} />
      </span>
      <span className="text-muted text-sm">
        <RelativeTime at={createdAt} />
      </span>
      <span className="hidden text-right font-mono text-muted text-xs md:block">#{id}</span>
    </li>
  );
}
