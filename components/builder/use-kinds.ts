import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Option } from "./fields/fields.tsx";

/** A kind of things in an element, such as `place` or `dataType`. */
type Kind = string;

/** Names and descriptions of the kinds of things in an element; unknown ones are labeled by their type. */
export function useKinds() {
  const t = useTranslations("element-kinds");
  return useMemo(() => {
    const text = (key: string, otherwise: string) => (t.has(key) ? t(key) : otherwise);
    const label = (kind: Kind, type: string) => text(`${kind}/${type}/label`, type);
    const summary = (kind: Kind, type: string) => text(`${kind}/${type}/summary`, "");
    return {
      label,
      summary,
      /** Types as choices, each with its description. */
      options: (kind: Kind, types: readonly string[]): Option[] =>
        types.map((value) => ({ value, label: capitalized(label(kind, value)), help: summary(kind, value) })),
    };
  }, [t]);
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
