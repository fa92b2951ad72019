"use client";

import { useTranslations } from "next-intl";
import { useShortcuts } from "../shell/use-shortcuts.ts";
import { useDesignStore } from "./model/design.ts";
import { idOf } from "./model/draft.ts";
import { selectedSteps } from "./model/selection.ts";

/** Functions that open parts of the designer; undefined without the permission for them. */
type Acts = Record<"json" | "outline" | "problems" | "find", () => void> &
  Partial<Record<"save" | "add" | "run" | "rename" | "connect", () => void>>;

/** The shortcuts of the designer. */
export function useDesignerKeys({ save, add, run, rename, connect, ...acts }: Acts) {
  const t = useTranslations("designer.announcements");
  const store = useDesignStore();
  useShortcuts("designer", {
    ...{ ...acts, save, add, run, rename, connect },
    deselect: () => store.getState().deselect(),
    selectAll() {
      const { history, selectAll } = store.getState();
      selectAll(history.present.steps.map(({ name }) => idOf({ step: name })));
    },
    delete() {
      const names = selectedSteps(store.getState());
      if (names.length > 0)
        store.getState().change({ do: "removeSteps", names }, t("deleted", { names: names.join(", ") }));
    },
    duplicate() {
      const names = selectedSteps(store.getState());
      if (names.length > 0)
        store.getState().change({ do: "duplicateSteps", names }, t("copied", { names: names.join(", ") }));
    },
    undo: () => store.getState().undo(t("undone")),
    redo: () => store.getState().redo(t("redone")),
  });
}
