import { useTranslations } from "next-intl";
import { ChangeList, type ListedChange } from "../../drafts/change-list.tsx";
import { isolated } from "../../ui/isolated.ts";
import { textOf } from "../model/paths.ts";
import type { UnitChange } from "../model/units.ts";

const SHORT = 60;

/** The changes of an element, grouped by what they concern. */
export function ElementChanges({ changes }: { changes: readonly UnitChange[] }) {
  const t = useTranslations("drafts.elementChanges");
  const listed = useListedChange();
  const groups = [...Map.groupBy(changes, ({ kind }) => kind)].map(([kind, ofKind]) => ({
    label: t(`kinds.${kind}`),
    changes: ofKind.map(listed),
  }));
  return <ChangeList groups={groups} none={t("none")} />;
}

/** Returns what describes a change, with its values before and after if they are short. */
export function useListedChange(): (change: UnitChange) => ListedChange {
  const t = useTranslations("drafts.elementChanges");
  function textOfDetail({ name, before, after }: UnitChange["details"][number]): string | undefined {
    const [from, to] = [shortText(before), shortText(after)];
    if (from === undefined || to === undefined) return name ? t("fieldChanged", { name: isolated(name) }) : undefined;
    return `${name && `${name}: `}${t("turned", { from: from || t("nothing"), to: to || t("nothing") })}`;
  }
  return ({ id, what, name, details }) => ({
    ...{ id, what, title: name },
    details: details.flatMap((detail) => textOfDetail(detail) ?? []),
  });
}

/** Undefined for values that are too long to show. */
function shortText(value: unknown): string | undefined {
  if (value === undefined || value === null) return "";
  if (typeof value === "object") return undefined;
  const text = textOf(value);
  return text.length <= SHORT && !text.includes("\n") ? text : undefined;
}
