"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { isTyping } from "../shell/typing.ts";
import type { InsertionPoint } from "./model/change-draft.ts";
import { useDesignStore } from "./model/design.ts";
import { fragmentOf, readFragment } from "./model/fragment.ts";
import { selectedSteps } from "./model/selection.ts";

/** Copies, cuts and pastes steps with the system clipboard, unless the focus is in a text field or text is selected. */
export function useClipboard(insertionPoint: () => InsertionPoint | undefined) {
  const t = useTranslations("designer.announcements");
  const store = useDesignStore();

  const take = useEffectEvent((event: ClipboardEvent) => {
    const { history, change, readScript } = store.getState();
    const names = selectedSteps(store.getState());
    if (isTyping(event.target) || names.length === 0 || !document.getSelection()?.isCollapsed) return;
    const fragment = fragmentOf(history.present, names, readScript);
    event.clipboardData?.setData("text/plain", JSON.stringify(fragment, null, 2));
    event.preventDefault();
    if (event.type === "cut") change({ do: "removeSteps", names }, t("cut", { names: names.join(", ") }));
    else store.setState({ announcement: t("copied", { names: names.join(", ") }) });
  });

  const put = useEffectEvent((event: ClipboardEvent) => {
    if (isTyping(event.target)) return;
    const fragment = readFragment(event.clipboardData?.getData("text/plain") ?? "");
    if (!fragment) return;
    event.preventDefault();
    const at = insertionPoint();
    const count = fragment.steps.length;
    store.getState().change({ do: "paste", fragment, ...(at && { at }) }, t("pasted", { count }));
  });

  useEffect(() => {
    document.addEventListener("copy", take);
    document.addEventListener("cut", take);
    document.addEventListener("paste", put);
    return () => {
      document.removeEventListener("copy", take);
      document.removeEventListener("cut", take);
      document.removeEventListener("paste", put);
    };
  }, []);
}
