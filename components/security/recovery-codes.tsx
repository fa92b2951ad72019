"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "../ui/copy-button.tsx";
import { ShownOnce } from "../ui/shown-once.tsx";

/** New recovery codes, which are only shown now. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTranslations("security.secondFactor");
  return (
    <ShownOnce onDone={onDone}>
      <h3 className="flex items-center justify-between font-medium text-sm">
        {t("recovery")}
        <CopyButton text={codes.join("\n")} label={t("copyCodes")} />
      </h3>
      <p role="status" className="text-muted text-sm">
        {t("recoveryDescription")}
      </p>
      <ul translate="no" className="grid gap-x-6 gap-y-1 rounded-lg bg-code p-4 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </ShownOnce>
  );
}
