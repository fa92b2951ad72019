import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

const LOOKS = {
  added: "text-success",
  removed: "text-failure",
  renamed: "text-accent",
  changed: "text-waiting",
} as const;

export type ListedChange = {
  id: string;
  what: keyof typeof LOOKS;
  title: string;
  /** The changes of a part, one line each. */
  details: readonly string[];
};

type Props<Change extends ListedChange> = {
  /** The changes by what they concern. */
  groups: readonly { label: string; changes: readonly Change[] }[];
  /** The text without changes. */
  none: string;
  /** A title that is more than text. */
  titleOf?: (change: Change) => ReactNode;
};

/** The changes of a definition, grouped by what they concern. */
export function ChangeList<Change extends ListedChange>({ groups, none, titleOf }: Props<Change>) {
  const t = useTranslations("drafts.changes");
  if (groups.length === 0) return <p className="text-muted text-sm">{none}</p>;
  return (
    <div className="grid gap-3">
      {groups.map(({ label, changes }) => (
        <section key={label} aria-label={label}>
          <h3 className="font-medium text-muted text-xs">{label}</h3>
          <ul className="mt-1 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-2 gap-y-1.5">
            {changes.map((change) => (
              <li key={change.id} className="col-span-2 grid grid-cols-subgrid text-sm">
                <span className={LOOKS[change.what]}>{t(change.what)}</span>
                <span className="min-w-0">
                  {titleOf?.(change) || (
                    <span className="line-clamp-2 break-words font-medium [overflow-wrap:anywhere]">
                      {change.title}
                    </span>
                  )}
                  {change.details.map((detail) => (
                    <span key={detail} className="block break-words text-muted text-xs [overflow-wrap:anywhere]">
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
