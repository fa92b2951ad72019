import { useTranslations } from "next-intl";
import type { DraftChange } from "./draft-changes.ts";

const LOOKS: Record<DraftChange["what"], string> = {
  added: "text-success",
  removed: "text-failure",
  renamed: "text-accent",
  changed: "text-waiting",
};

type Props = {
  changes: DraftChange[];
  none: string;
  /** The id of the change that is shown elsewhere, for lists to choose a step or trigger from. */
  selected?: string | null;
  onSelect?: (id: string) => void;
};

/** The changes of a formula, grouped by part. */
export function ChangeList({ changes, none, selected = null, onSelect }: Props) {
  const t = useTranslations("designer.changes");
  if (changes.length === 0) return <p className="text-muted text-sm">{none}</p>;
  return (
    <div className="grid gap-3">
      {[...Map.groupBy(changes, ({ group }) => group)].map(([group, listed]) => (
        <section key={group} aria-label={t(`groups.${group}`)}>
          <h3 className="font-medium text-muted text-xs">{t(`groups.${group}`)}</h3>
          <ul className="mt-1 grid gap-1.5">
            {listed.map(({ id, what, title, details }) => (
              <li key={id} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-2 text-sm">
                <span className={LOOKS[what]}>{t(what)}</span>
                <span className="min-w-0">
                  {onSelect && (group === "step" || group === "trigger") ? (
                    <button
                      type="button"
                      aria-pressed={id === selected}
                      onClick={() => onSelect(id)}
                      className="break-words rounded text-left font-medium text-accent [overflow-wrap:anywhere] hover:underline aria-pressed:underline"
                    >
                      {title}
                    </button>
                  ) : (
                    <span className="break-words font-medium">{title}</span>
                  )}
                  {details.map((detail) => (
                    <span key={detail} className="block break-words text-muted text-xs">
                      {detail}
                    </span>
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
