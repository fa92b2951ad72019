"use client";

import { useTranslations } from "next-intl";
import { useIsOtherUser } from "../api/page-owner.ts";
import { Button } from "../ui/button.tsx";
import type { Person } from "./account-label.tsx";

/** Says that somebody else has signed in in this browser: the server refuses all requests of the page, whose work stays in the tab. */
export function OtherUserNotice({ person }: { person: Person }) {
  const t = useTranslations("shell.otherUser");
  if (!useIsOtherUser()) return null;
  return (
    <div
      role="alert"
      data-notice
      className="sticky top-[3.75rem] z-20 flex flex-wrap items-center gap-3 border-waiting border-b bg-surface px-5 py-3 text-sm short:static sm:px-8 lg:top-0"
    >
      <p className="min-w-0 flex-1 basis-64">
        <strong className="font-medium">{t("title")}</strong> {t("description", { email: person.email })}
      </p>
      <Button onClick={() => window.location.reload()}>{t("reload")}</Button>
    </div>
  );
}
