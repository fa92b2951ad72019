"use client";

import { useTranslations } from "next-intl";
import { useShortcuts } from "../shell/use-shortcuts.ts";
import { useBuilderStore } from "./model/builder.ts";

/** The shortcuts of the builder; undo and redo are those of the field while one has the focus. */
export function useBuilderKeys({ save, send }: Partial<Record<"save" | "send", () => void>>) {
  const t = useTranslations("builder.announcements");
  const store = useBuilderStore();
  useShortcuts("builder", {
    ...{ save, send },
    undo: () => store.getState().undo(t("undone")),
    redo: () => store.getState().redo(t("redone")),
  });
}
