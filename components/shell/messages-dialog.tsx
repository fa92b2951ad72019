"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "../ui/dialog.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { useToastLog } from "../ui/toasts.tsx";

/** The log of toasts shown since the page was opened. */
export function MessagesDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations("shell.messages");
  const toasts = useToastLog();
  return (
    <Dialog {...props} title={t("title")} description={t("description")}>
      {toasts.length === 0 ? (
        <p className="text-muted text-sm">{t("nothing")}</p>
      ) : (
        <ul className="divide-y divide-line text-sm">
          {toasts.map(({ id, at, title, description }) => (
            <li key={id} className="flex items-baseline justify-between gap-4 py-2.5">
              <span className="min-w-0 break-words">
                <span className="font-medium">{title}</span>
                {description && <span className="block text-muted">{description}</span>}
              </span>
              <span className="text-muted text-xs">
                <RelativeTime at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
