"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { RouterOutputs } from "../api/trpc.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { lazyDialog } from "../ui/lazy-component.tsx";
import { Card, Section } from "../ui/page.tsx";

const SetUpDialog = lazyDialog(async () => (await import("./set-up-dialog.tsx")).SetUpDialog);
const CodeDialog = lazyDialog(async () => (await import("./code-dialog.tsx")).CodeDialog);

type Action = "setUp" | "renew" | "turnOff";

/** Whether signing in needs a code as well, and what the user can do about it. */
export function SecondFactor({ state }: { state: RouterOutputs["security"]["secondFactor"] }) {
  const t = useTranslations("security.secondFactor");
  const [open, setOpen] = useState<Action>();
  const status = useRef<HTMLDivElement>(null);
  const { isOn, isRequired, recoveryCodes } = state;
  const shows = (action: Action) => ({
    open: open === action,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? action : undefined),
  });
  const button = (action: Action, kind: "plain" | "primary" | "danger" = "plain") => (
    <Button kind={kind} aria-haspopup="dialog" onClick={() => setOpen(action)}>
      {t(action)}
    </Button>
  );
  return (
    <Section title={t("title")} description={t("description")}>
      <Card className="flex flex-wrap items-center justify-between gap-4 p-5">
        <div ref={status} tabIndex={-1} className="grid gap-1 rounded-lg text-sm outline-offset-4">
          <span>
            <Badge tone={isOn ? "success" : "muted"}>{t(isOn ? "on" : "off")}</Badge>
          </span>
          {isOn && <p className="text-muted">{t("codesLeft", { count: recoveryCodes })}</p>}
          {!isOn && isRequired && <p role="alert">{t("required")}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          {!isOn && button("setUp", "primary")}
          {isOn && button("renew")}
          {isOn && !isRequired && button("turnOff", "danger")}
        </div>
      </Card>
      <SetUpDialog successor={status} {...shows("setUp")} />
      <CodeDialog action="renew" successor={status} {...shows("renew")} />
      <CodeDialog action="turnOff" successor={status} {...shows("turnOff")} />
    </Section>
  );
}
