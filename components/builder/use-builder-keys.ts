"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { TYPING } from "../shell/typing.ts";
import { useBuilderStore } from "./model/builder.ts";

type Acts = Partial<Record<"save" | "run", () => void>>;

/** The shortcuts of the builder; undo and redo are those of the field while one has the focus. */
export function useBuilderKeys(acts: Acts) {
  const t = useTranslations("builder.announcements");
  const store = useBuilderStore();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !(event.ctrlKey || event.metaKey)) return;
    const isTyping = event.target instanceof Element && event.target.matches(TYPING);
    const act = actOf(event.key.toLowerCase(), event.shiftKey, isTyping);
    if (!act) return;
    event.preventDefault();
    act();
  });

  function actOf(key: string, isShift: boolean, isTyping: boolean): (() => void) | undefined {
    if (key === "s") return acts.save;
    if (key === "enter") return acts.run;
    if (isTyping) return undefined;
    const { undo, redo } = store.getState();
    const again = () => redo(t("redone"));
    if (key === "z") return isShift ? again : () => undo(t("undone"));
    return key === "y" ? again : undefined;
  }

  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
