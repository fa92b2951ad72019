import { useTranslations } from "next-intl";
import { isolated } from "../ui/isolated.ts";
import { useFormat } from "../ui/use-format.ts";

/** The progress of sending a file, in bytes. */
export function SendingProgress({ name, sent, total }: { name: string; sent: number; total: number }) {
  const t = useTranslations("bulk-jobs.upload");
  const { bytes } = useFormat();
  const percent = total > 0 ? Math.floor((sent / total) * 100) : 0;
  const text = percent === 100 ? t("storing") : t("sent", { sent: bytes(sent), total: bytes(total) });
  return (
    <div className="grid gap-1.5">
      <div
        role="progressbar"
        aria-label={t("sending", { name: isolated(name) })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
        className="h-2 overflow-hidden rounded-full bg-code"
      >
        <div className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
      </div>
      <p className="text-muted text-sm">{text}</p>
    </div>
  );
}
