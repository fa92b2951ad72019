import { useTranslations } from "next-intl";
import { filter } from "#server/formula/steps/filter.ts";
import { httpRequest } from "#server/formula/steps/http-request.ts";
import { script } from "#server/formula/steps/script.ts";
import { COLORS } from "../ui/look.ts";

const PARTS = [{ type: "trigger", color: "step-trigger" }, httpRequest, filter, script] as const;

/** A sketch of a formula: a trigger followed by its steps. */
export function FormulaSketch() {
  const t = useTranslations("home.sketch");
  return (
    <figure className="rounded-2xl border border-line bg-surface p-5 shadow-sm sm:p-6">
      <figcaption className="text-muted text-sm">{t("caption")}</figcaption>
      <ol className="mt-5">
        {PARTS.map(({ type, color }, index) => (
          <li key={type} className="relative flex gap-4 pb-6 last:pb-0">
            {index < PARTS.length - 1 && (
              <span aria-hidden="true" className="absolute top-5 bottom-0 left-[0.4375rem] w-0.5 bg-line" />
            )}
            <span
              aria-hidden="true"
              className={`relative mt-1 size-4 shrink-0 rounded-full ${COLORS[color].background} ring-4 ring-surface`}
            />
            <span>
              <span className="block font-medium">{t(type)}</span>
              <span className="font-mono text-muted text-xs">{type}</span>
            </span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
