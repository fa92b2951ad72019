"use client";

import { useEffect, useEffectEvent } from "react";
import { useDesignStore } from "./design.ts";
import { partOf, refOf } from "./draft.ts";

const TYPING = "input, textarea, select, [contenteditable=''], [contenteditable=true], [role=textbox], [role=dialog] *";

type Acts = Record<"save" | "add" | "json" | "outline" | "problems" | "run" | "rename", () => void>;

/** The keys of the designer; letters alone, undo and Delete count only where nobody is typing. */
export function useDesignerKeys(acts: Acts) {
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

  function commands(key: string, isShift: boolean, isTyping: boolean): (() => void) | undefined {
    if (key === "s") return acts.save;
    if (key === "enter") return acts.run;
    if (isTyping) return undefined;
    const { undo, redo } = store.getState();
    if (key === "z") return isShift ? redo : undo;
    return key === "y" ? redo : undefined;
  }

  const letters = (key: string): (() => void) | undefined =>
    ({
      a: acts.add,
      j: acts.json,
      o: acts.outline,
      p: acts.problems,
      f2: acts.rename,
      delete: removeSelected,
      escape: () => store.getState().select(null),
    })[key];

  function removeSelected() {
    const { selected, history, change } = store.getState();
    const ref = selected === null ? null : refOf(selected);
    if (ref && "step" in ref && partOf(history.present, ref))
      change({ do: "removeStep", name: ref.step }, `Deleted ${ref.step}. Ctrl Z brings it back.`);
  }

  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
