"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { routeTo } from "../screens/screens.ts";
import { LinkButton } from "./button.tsx";

/** The first thing to do where there are no connections, with a link to it. */
export function NoConnections({ children }: { children: ReactNode }) {
  const t = useTranslations("ui.noConnections");
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-sm">{children}</p>
      <LinkButton href={routeTo("catalog")} kind="primary">
        {t("connect")}
      </LinkButton>
    </div>
  );
}
