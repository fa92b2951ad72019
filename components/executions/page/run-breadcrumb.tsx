import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { breadcrumbOf } from "../run-visits.ts";

type Props = { path: string; onGo: (place: { path: string; step: string | null; visit: null; tab: null }) => void };

/** The path of nested sub-formulas, with links to each parent. */
export function RunBreadcrumb({ path, onGo }: Props) {
  const t = useTranslations("executions.trail");
  if (path === "") return null;
  const trail = breadcrumbOf(path);
  return (
    <nav aria-label={t("title")} className="mb-3">
      <ol className="flex flex-wrap items-center gap-1 text-sm">
        <li>
          <Back onClick={() => onGo({ path: "", step: trail[0]?.name ?? null, visit: null, tab: null })}>
            {t("formula")}
          </Back>
        </li>
        {trail.map(({ path: inside, name, visit }, at) => (
          <li key={inside} className="flex items-center gap-1">
            <ChevronRight aria-hidden="true" className="size-4 text-muted" />
            {at === trail.length - 1 ? (
              <span aria-current="location" className="px-1 font-medium">
                {visit > 0 ? t("insideVisit", { step: name, visit: visit + 1 }) : t("inside", { step: name })}
              </span>
            ) : (
              <Back onClick={() => onGo({ path: inside, step: trail[at + 1]?.name ?? null, visit: null, tab: null })}>
                {t("inside", { step: name })}
              </Back>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

const Back = ({ onClick, children }: { onClick: () => void; children: React.ReactNode }) => (
  <button type="button" onClick={onClick} className="min-h-6 rounded px-1 text-accent hover:underline">
    {children}
  </button>
);
