import { useTranslations } from "next-intl";

const MASK = "********";

/** A text with its masked secrets highlighted. */
export function Masked({ text }: { text: string }) {
  const t = useTranslations("values");
  if (!text.includes(MASK)) return text;
  return text.split(MASK).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no key other than their position
    <span key={at}>
      {at > 0 && (
        <mark title={t("secret")} className="rounded bg-tint px-1 text-muted text-xs">
          <span aria-hidden="true">🔒 </span>
          {t("hidden")}
        </mark>
      )}
      {part}
    </span>
  ));
}
