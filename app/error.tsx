"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { MessagePage } from "#components/ui/message-page.tsx";

/** Shown when a page fails. The digest identifies the error in the log. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useTranslations("ui.pageError");
  return (
    <MessagePage title={t("title")}>
      <p className="text-muted">{t("description")}</p>
      {error.digest && (
        <p className="flex flex-wrap items-center gap-1 text-muted text-sm">
          {t("log")} <code className="break-all font-mono">{error.digest}</code>
          <CopyButton text={error.digest} label={t("id")} />
        </p>
      )}
      <p>
        <Button kind="primary" onClick={reset}>
          {t("again")}
        </Button>
      </p>
    </MessagePage>
  );
}
