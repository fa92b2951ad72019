"use client";

import { Tabs } from "@base-ui/react/tabs";
import { useTranslations } from "next-intl";
import { useDeferredValue } from "react";
import { MayChangeFields, useMayChange } from "../../shell/may-change.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import type { InsertionPoint } from "../model/change-draft.ts";
import type { StepTypeName } from "../model/draft.ts";
import type { Problem } from "../model/problem.ts";
import { Palette } from "./palette.tsx";

const Outline = lazyComponent(async () => (await import("./outline.tsx")).Outline);
const ProblemsPanel = lazyComponent(async () => (await import("./problems-panel.tsx")).ProblemsPanel);
const VariablesPanel = lazyComponent(async () => (await import("./variables-panel.tsx")).VariablesPanel);

type Props = {
  tab: string;
  onTab: (tab: string) => void;
  problems: Problem[];
  onAddType: (type: StepTypeName) => void;
  onAdd: (insertionPoint: InsertionPoint) => void;
  onRenameVariable: (key: string) => void;
};

/** The parts of a formula and new steps: palette, outline, variables and problems. */
export function SidePanel({ tab, onTab, problems, onAddType, onAdd, onRenameVariable }: Props) {
  const t = useTranslations("designer.side");
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const mayChange = useMayChange();
  // The tab is marked before its panel, which may list 500 parts, is rendered.
  const shown = useDeferredValue(tab);
  const variables = (
    <MayChangeFields>
      <VariablesPanel onRename={onRenameVariable} />
    </MayChangeFields>
  );
  const tabs = [
    ...(mayChange ? [{ value: "add", label: t("add"), panel: <Palette onAdd={onAddType} /> }] : []),
    { value: "outline", label: t("outline"), panel: <Outline onAdd={onAdd} /> },
    { value: "variables", label: t("variables"), panel: variables },
    { value: "problems", label: t("problems"), panel: <ProblemsPanel problems={problems} />, count: problems.length },
  ];
  return (
    <Tabs.Root value={tab} onValueChange={(next) => onTab(String(next))} className="flex h-full min-h-0 flex-col">
      <Tabs.List aria-label={t("title")} className="flex flex-wrap border-line border-b px-1">
        {tabs.map(({ value, label, count }) => (
          <Tabs.Tab
            key={value}
            value={value}
            className="-mb-px flex min-h-11 flex-auto items-center justify-center gap-1 whitespace-nowrap border-transparent border-b-2 px-1 text-muted text-sm hover:text-ink data-[active]:border-accent data-[active]:font-medium data-[active]:text-ink"
          >
            {label}
            {Boolean(count) && (
              <span className={`text-xs ${errors > 0 ? "font-semibold text-failure" : "text-waiting"}`}>{count}</span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, panel }) => (
        <Tabs.Panel key={value} value={value} className="min-h-0 flex-1 overflow-y-auto p-2">
          {value === shown && panel}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
