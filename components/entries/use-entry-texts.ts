import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { entryTextKey } from "./entry-text-key.ts";

/** Texts of configuration entries in the language of the reader; those that an author wrote stay as they are. */
export function useEntryTexts() {
  const t = useTranslations("entries");
  return useMemo(() => {
    const text = (key: string, english: string) => {
      const message = entryTextKey(key, english);
      return t.has(message) ? t(message) : english;
    };
    return {
      text,
      /** An entry with its name and description in that language. */
      entry: <Entry extends { key: string; name: string; description: string }>(entry: Entry): Entry => ({
        ...entry,
        name: text(entry.key, entry.name),
        description: text(entry.key, entry.description),
      }),
    };
  }, [t]);
}
