import type { Messages } from "next-intl";
import { useTranslations } from "next-intl";

type Key = keyof Messages["ui"]["keys"];

/** The names of keys on the user's keyboard: `Ctrl Z`, in German `Strg Z`. Letters and signs stay. */
export function useKeyNames(): (keys: string) => string {
  const t = useTranslations("ui.keys");
  const isNamed = (key: string): key is Key => t.has(key as Key);
  return (keys) =>
    keys
      .split(" ")
      .map((key) => (isNamed(key) ? t(key) : key))
      .join(" ");
}
