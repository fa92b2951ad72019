"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "../ui/copy-button.tsx";
import { ShownOnce } from "../ui/shown-once.tsx";

/** A new API key, which is only shown now. */
export function ShownKey({ value, onDone }: { value: string; onDone: () => void }) {
  const t = useTranslations("security.newKey");
  const header = `Authorization: User ${value}, Organization ${t("organizationSecret")}`;
  return (
    <ShownOnce onDone={onDone}>
      <p role="status" className="text-sm">
        {t("shown")}
      </p>
      <dl className="grid gap-4">
        {(
          [
            [t("key"), value],
            [t("header"), header],
          ] as const
        ).map(([label, text]) => (
          <div key={label}>
            <dt className="flex items-center justify-between font-medium text-sm">
              {label}
              <CopyButton text={text} label={label} />
            </dt>
            <dd translate="no" className="mt-1 break-all rounded-lg bg-code px-3 py-2 font-mono text-[0.8125rem]">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </ShownOnce>
  );
}
