"use client";

import { useTranslations } from "next-intl";
import type { RouterOutputs } from "../api/trpc.ts";

type Changes = NonNullable<RouterOutputs["audit"]["list"]["items"][number]["changes"]>;

const VALUE =
  "max-h-60 min-w-0 overflow-y-auto whitespace-pre-wrap break-words rounded-md bg-code px-2 py-1 font-mono text-xs [overflow-wrap:anywhere]";

/** JSON text as people read it: a plain text without quotation marks. */
function readable(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "string" ? value : JSON.stringify(value, null, 2);
  } catch {
    return json;
  }
}

/** The fields that a change replaced, with their values before and after. */
export function AuditChanges({ changes }: { changes: Changes }) {
  const t = useTranslations("administration.audit");
  return (
    <dl className="mt-3 grid gap-3 text-sm">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="grid gap-y-1 md:grid-cols-[10rem_minmax(0,1fr)] md:gap-x-5">
          <dt translate="no" className="min-w-0 break-words font-medium [overflow-wrap:anywhere]">
            {field}
          </dt>
          <dd className="grid min-w-0 items-baseline gap-x-5 gap-y-1 lg:grid-cols-2">
            <Side label={t("before")} value={before} none={t("notSet")} />
            <Side label={t("after")} value={after} none={t("notSet")} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Side({ label, value, none }: { label: string; value: string | undefined; none: string }) {
  return (
    <div className="grid min-w-0 grid-cols-[3.5rem_minmax(0,1fr)] items-baseline gap-x-2">
      <span className="text-muted text-xs">{label}</span>
      {value === undefined ? (
        <span className="text-muted text-xs">{none}</span>
      ) : (
        <span translate="no" className={VALUE}>
          {readable(value)}
        </span>
      )}
    </div>
  );
}
