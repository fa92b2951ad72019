"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { TYPING } from "../shell/typing.ts";
import { useDesignStore } from "./model/design.ts";
import { idOf } from "./model/draft.ts";
import { selectedSteps } from "./model/selection.ts";

type Acts = Partial<
  Record<"save" | "add" | "json" | "outline" | "problems" | "run" | "rename" | "find" | "connect", () => void>
>;

/** The shortcuts of the designer; single letters, undo and Delete are ignored in text fields. */
export function useDesignerKeys(acts: Acts) {
  const t = useTranslations("designer.announcements");
  const store = useDesignStore();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const isTyping = event.target instanceof Element && event.target.matches(TYPING);
    const act = isCommand
      ? commands(key, event.shiftKey, isTyping)
      : isTyping || event.altKey
        ? undefined
        : letters(key);
    if (!act) return;
    event.preventDefault();
    act();
  });

  function commands(key: string, isShift: boolean, isTyping: boolean): (() => unknown) | undefined {
    if (key === "s") return acts.save;
    if (key === "enter") return acts.run;
    // Code editors find in their own text.
    if (key === "f") return isInCode(document.activeElement) ? undefined : acts.find;
    if (isTyping) return undefined;
    const { undo, redo, history, selectAll, change } = store.getState();
    if (key === "a") return () => selectAll(history.present.steps.map(({ name }) => idOf({ step: name })));
    if (key === "d") {
      const names = selectedSteps(store.getState());
      return () =>
        names.length > 0 && change({ do: "duplicateSteps", names }, t("copied", { names: names.join(", ") }));
    }
    const again = () => redo(t("redone"));
    if (key === "z") return isShift ? again : () => undo(t("undone"));
    return key === "y" ? again : undefined;
  }

  const letters = (key: string): (() => void) | undefined =>
    ({
      a: acts.add,
      c: acts.connect,
      j: acts.json,
      o: acts.outline,
      p: acts.problems,
      f2: acts.rename,
      delete: removeSelected,
      escape: () => store.getState().select(null),
    })[key];

  function removeSelected() {
    const names = selectedSteps(store.getState());
    if (names.length > 0)
      store.getState().change({ do: "removeSteps", names }, t("deleted", { names: names.join(", ") }));
  }

  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

const isInCode = (element: Element | null) => element?.closest("[data-editor]") != null;
