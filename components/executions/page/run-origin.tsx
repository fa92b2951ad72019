import { useTranslations } from "next-intl";
import { routeTo } from "../../screens/screens.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Link } from "../../ui/link.tsx";
import type { Run } from "../run-visits.ts";

/** The identifiers of a run's origin: its object and event, and the request that triggered it. */
export function RunOrigin({ run: { objectId, eventId, requestId } }: { run: Run }) {
  const t = useTranslations("executions.origin");
  const copy = useTranslations("ui.copy");
  const ids = (
    [
      ["object", objectId],
      ["event", eventId],
      ["request", requestId],
    ] as const
  ).flatMap(([kind, id]) => (id ? [{ kind, id }] : []));
  if (ids.length === 0) return null;
  return (
    <dl className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {ids.map(({ kind, id }) => (
        <div key={kind} className="flex min-w-0 items-center gap-1">
          <dt>{t(kind)}</dt>
          <dd className="flex min-w-0 items-center">
            <Link
              href={routeTo("runs", { q: id })}
              title={t("foundBy", { id })}
              className="truncate font-mono text-accent hover:underline"
            >
              {id}
            </Link>
            {kind === "request" && <CopyButton text={id} label={copy("requestId")} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
