"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { lazyDialog } from "../ui/lazy-component.tsx";
import { Card, Section } from "../ui/page.tsx";

const PasswordDialog = lazyDialog(async () => (await import("./password-dialog.tsx")).PasswordDialog);

/** The user's own password; nothing for users of a sign-in service, who have none here. */
export function Password() {
  const t = useTranslations("security.password");
  const trpc = useTRPC();
  const [open, setOpen] = useState(false);
  const { data } = useQuery(trpc.security.password.queryOptions());
  if (!data?.isUsed) return null;
  return (
    <Section title={t("title")}>
      <Card className="flex flex-wrap items-center justify-between gap-4 p-5">
        <p className="text-muted text-sm">{t("description")}</p>
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t("change")}
        </Button>
      </Card>
      <PasswordDialog needsCode={data.needsCode} open={open} onOpenChange={setOpen} />
    </Section>
  );
}
