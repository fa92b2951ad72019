import { useTranslations } from "next-intl";
import type { ElementStatus as Status } from "#server/element/definition/element-status.ts";

const LOOKS: Record<Status, { sign: string; color: string }> = {
  active: { sign: "✔", color: "text-success" },
  inactive: { sign: "⊘", color: "text-stopped" },
  deprecated: { sign: "▲", color: "text-waiting" },
};

/** The status of an element, as an icon and text. */
export function ElementStatus({ status }: { status: Status }) {
  const t = useTranslations("elements.status");
  const { sign, color } = LOOKS[status];
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium text-sm ${color}`}>
      <span aria-hidden="true">{sign}</span>
      {t(status)}
    </span>
  );
}
