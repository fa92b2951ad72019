"use client";

import { useEffect, useEffectEvent } from "react";
import { currentQuery, replaceQuery } from "../ui/query-string.ts";
import { useDesign, useDesignStore } from "./model/design.ts";
import { partOf, refOf } from "./model/draft.ts";

const TRIGGER = "trigger";
/** Tabs that all users may see. */
const TABS = ["outline", "variables", "problems"];

/** Keeps the selected part and tab in the URL, so that both are restored on return. */
export function useUrlSelection({ tab, usual, onTab }: { tab: string; usual: string; onTab: (tab: string) => void }) {
  const store = useDesignStore();
  const selected = useDesign((design) => design.selected);
  const work = useDesign(({ formulaId, kept }) => `${formulaId} ${kept?.id}`);

  const open = useEffectEvent(() => {
    const query = currentQuery();
    const named = query.get("tab");
    if (named !== null && TABS.includes(named)) onTab(named);
    const step = query.get("step");
    if (step === null) return;
    const ref = step === TRIGGER ? { trigger: 0 } : { step };
    const { history, select } = store.getState();
    if (partOf(history.present, ref)) select(ref);
  });
  useEffect(() => open(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: published and saved formulas have other addresses
  useEffect(() => {
    const query = currentQuery();
    const ref = selected === null ? null : refOf(selected);
    if (ref === null) query.delete("step");
    else query.set("step", "step" in ref ? ref.step : TRIGGER);
    if (tab === usual) query.delete("tab");
    else query.set("tab", tab);
    if (query.toString() !== currentQuery().toString()) replaceQuery(query);
  }, [selected, tab, usual, work]);
}
