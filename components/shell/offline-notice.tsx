"use client";

import { useOffline } from "next/offline";
import { useTranslations } from "next-intl";

/** Says why the page that was chosen does not open yet: without a network, it opens when there is one again. */
export function OfflineNotice() {
  const t = useTranslations("shell.frame");
  const isOffline = useOffline();
  return (
    <div role="status" className="sticky top-[3.75rem] z-20 short:static lg:top-0">
      {isOffline && (
        <p data-notice className="border-waiting border-b bg-surface px-5 py-3 text-sm sm:px-8">
          <span aria-hidden="true" className="mr-2 inline-block size-2 rounded-full bg-waiting" />
          {t("offline")}
        </p>
      )}
    </div>
  );
}
