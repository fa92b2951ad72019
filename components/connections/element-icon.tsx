import type { Messages } from "next-intl";
import { useLocale, useTranslations } from "next-intl";

const COLORS = [
  "text-step-element",
  "text-step-trigger",
  "text-step-script",
  "text-step-loop",
  "text-step-amqp",
  "text-step-stream",
  "text-step-http",
];

/** An element's initial in the color of its hub: no image is loaded. */
export function ElementIcon({ name, hub }: { name: string; hub: string }) {
  const sum = [...hub].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return (
    <span
      aria-hidden="true"
      className={`flex size-10 shrink-0 items-center justify-center rounded-xl bg-code font-semibold ${COLORS[sum % COLORS.length]}`}
    >
      {name[0]?.toUpperCase()}
    </span>
  );
}

/** The label of a hub, by its key; an unknown hub is labeled by its key. */
export function useHubName() {
  const t = useTranslations("connections.hubs");
  const isNamed = (key: string): key is keyof Messages["connections"]["hubs"] => t.has(key as Parameters<typeof t>[0]);
  return (key: string): string => (isNamed(key) ? t(key) : `${key[0]?.toUpperCase() ?? ""}${key.slice(1)}`);
}

/** Sorts hubs by the names that the user sees, not by their keys. */
export function useSortedHubs(): (hubs: readonly string[]) => string[] {
  const hubName = useHubName();
  const { compare } = new Intl.Collator(useLocale());
  return (hubs) => hubs.toSorted((one, other) => compare(hubName(one), hubName(other)));
}
