import { useTranslations } from "next-intl";
import { ChangeList } from "../../drafts/change-list.tsx";
import type { DraftChange } from "./draft-changes.ts";

type Props = {
  changes: DraftChange[];
  none: string;
  /** The id of the change that is shown elsewhere, for lists to choose a step or trigger from. */
  selected?: string | null;
  onSelect?: (id: string) => void;
};

/** The changes of a formula, grouped by part. */
export function FormulaChanges({ changes, none, selected = null, onSelect }: Props) {
  const t = useTranslations("designer.changes");
  const groups = [...Map.groupBy(changes, ({ group }) => group)].map(([group, listed]) => ({
    label: t(`groups.${group}`),
    changes: listed,
  }));
  return (
    <ChangeList
      groups={groups}
      none={none}
      titleOf={({ id, group, title }) =>
        onSelect &&
        (group === "step" || group === "trigger") && (
          <button
            type="button"
            aria-pressed={id === selected}
            onClick={() => onSelect(id)}
            className="break-words rounded text-left font-medium text-accent [overflow-wrap:anywhere] hover:underline aria-pressed:underline"
          >
            {title}
          </button>
        )
      }
    />
  );
}
