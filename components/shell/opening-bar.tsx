"use client";

import { useTranslations } from "next-intl";
import { useIsOpeningSlowly } from "../screens/opening.ts";

/** Says that a click on a link has worked, while the server takes long to send the screen. */
export function OpeningBar() {
  const t = useTranslations("shell.frame");
  const isSlow = useIsOpeningSlowly();
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50">
      {isSlow && (
        <>
          <span className="sr-only">{t("opening")}</span>
          <span aria-hidden="true" className="block h-1 bg-accent motion-safe:animate-pulse" />
        </>
      )}
    </div>
  );
}
