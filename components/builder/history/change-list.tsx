import { useTranslations } from "next-intl";
import { textOf } from "../model/paths.ts";
import type { UnitChange } from "../model/units.ts";

const LOOKS: Record<UnitChange["what"], string> = {
  added: "text-success",
  removed: "text-failure",
  changed: "text-waiting",
};

const SHORT = 60;

/** The changes of an element, grouped by part. */
export function ChangeList({ changes }: { changes: readonly UnitChange[] }) {
  const t = useTranslations("drafts.elementChanges");
  if (changes.length === 0) return <p className="text-muted text-sm">{t("none")}</p>;
  return (
    <div className="grid gap-3">
      {[...Map.groupBy(changes, ({ kind }) => kind)].map(([kind, listed]) => (
        <section key={kind} aria-label={t(`kinds.${kind}`)}>
          <h3 className="font-medium text-muted text-xs">{t(`kinds.${kind}`)}</h3>
          <ul className="mt-1 grid gap-1.5">
            {listed.map(({ id, what, name, details }) => (
              <li key={id} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-2 text-sm">
                <span className={LOOKS[what]}>{t(what)}</span>
                <span className="min-w-0">
                  <span className="line-clamp-2 break-words font-medium [overflow-wrap:anywhere]">{name}</span>
                  {details.map((detail) => (
                    <Detail key={detail.name} {...detail} />
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Detail({ name, before, after }: UnitChange["details"][number]) {
  const t = useTranslations("drafts.elementChanges");
  const [from, to] = [shortText(before), shortText(after)];
  if (from === undefined || to === undefined)
    return name ? <span className="block break-words text-muted text-xs">{t("fieldChanged", { name })}</span> : null;
  return (
    <span className="block break-words text-muted text-xs">
      {name && `${name}: `}
      {t("turned", { from: from || t("nothing"), to: to || t("nothing") })}
    </span>
  );
}

/** Undefined for values that are too long to show. */
function shortText(value: unknown): string | undefined {
  if (value === undefined || value === null) return "";
  if (typeof value === "object") return undefined;
  const text = textOf(value);
  return text.length <= SHORT && !text.includes("\n") ? text : undefined;
}
