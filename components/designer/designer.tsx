"use client";

import { useTranslations } from "next-intl";
import { type CSSProperties, useCallback, useRef, useState } from "react";
import { useMayChange } from "../shell/may-change.tsx";
import { DocumentTitle } from "../ui/document-title.tsx";
import { focusAfter } from "../ui/focus-after.ts";
import { lazyComponent, lazyDialog } from "../ui/lazy-component.tsx";
import { enter } from "../ui/regions.ts";
import { isBeside, useIsWide } from "../ui/use-is-wide.ts";
import type { Canvas } from "./canvas/canvas.tsx";
import { Inspector } from "./inspector/inspector.tsx";
import { useRenamedTexts } from "./inspector/part-json.tsx";
import type { InsertionPoint } from "./model/change-draft.ts";
import { movesFocus, useDesign, useDesignStore, useDraft } from "./model/design.ts";
import { type Draft, freeName, nextPortOf, partOf, refOf, type StepTypeName } from "./model/draft.ts";
import { partsOf, portsOf } from "./model/graph.ts";
import { useSpeech } from "./model/speech.ts";
import { noteStep } from "./parts/recent-steps.ts";
import type { Renamed } from "./parts/rename-dialog.tsx";
import { SidePanel } from "./parts/side-panel.tsx";
import { TriggerCards } from "./parts/trigger-cards.tsx";
import { usePublishFormula } from "./publish/use-publish-formula.ts";
import { OpenedRun } from "./run/opened-run.tsx";
import { useTestChoices } from "./run/use-test-choices.ts";
import { TopBar } from "./top-bar.tsx";
import { useClipboard } from "./use-clipboard.ts";
import { useDesignerKeys } from "./use-designer-keys.ts";
import { useFocusTarget } from "./use-focus-target.ts";
import { useInspectedPart } from "./use-inspected-part.ts";
import { useInspectorWidth } from "./use-inspector-width.ts";
import { useProblems } from "./use-problems.ts";
import { useUrlSelection } from "./use-url-selection.ts";

const AddStepDialog = lazyDialog(async () => (await import("./parts/add-step-dialog.tsx")).AddStepDialog);
const PublishDialog = lazyDialog(async () => (await import("./publish/publish-dialog.tsx")).PublishDialog);
const HistoryDialog = lazyDialog(async () => (await import("./publish/history-dialog.tsx")).HistoryDialog);
const RenameDialog = lazyDialog(async () => (await import("./parts/rename-dialog.tsx")).RenameDialog);
const RunDock = lazyDialog(async () => (await import("./run/run-dock.tsx")).RunDock);
const FindPanel = lazyDialog(async () => (await import("./parts/find-panel.tsx")).FindPanel);
const WorkNotice = lazyComponent(async () => (await import("./publish/work-notice.tsx")).WorkNotice);
const JsonView = lazyDialog(async () => (await import("./json-view.tsx")).JsonView);

export type LoadedCanvas = { canvas: typeof Canvas };

/** The parts of the designer around the graph. */
export function Designer({ canvas: FormulaCanvas }: LoadedCanvas) {
  const speech = useSpeech();
  const { t } = speech;
  const draft = useDraft();
  const store = useDesignStore();
  const announcement = useDesign((design) => design.announcement);
  const selected = useDesign((design) => design.selected);
  const isOne = useDesign(({ selected, group }) => selected !== null && group.length === 1);
  const change = useDesign((design) => design.change);
  const formulaId = useDesign((design) => design.formulaId);
  const problems = useProblems();
  useTestChoices();
  useRenamedTexts();
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const work = usePublishFormula();
  const [insertionPoint, setInsertionPoint] = useState<InsertionPoint | null>(null);
  const [renaming, setRenaming] = useState<Renamed | null>(null);
  const isWide = useIsWide();
  const mayChange = useMayChange();
  const titles = useTranslations("shell.titles");
  const [usual] = useState(mayChange && (isWide || draft.steps.length === 0) ? "add" : "outline");
  const [tab, setTab] = useState(usual);
  useUrlSelection({ tab, usual, onTab: setTab });
  const [isJson, setIsJson] = useState(false);
  const [isRunning, setIsRunning] = useState(false);
  const [opener, setOpener] = useState<Element | null>(null);
  const [shown, setShown] = useState<"publish" | "history" | null>(null);
  const [foundFrom, setFoundFrom] = useState<{ focus: Element | null } | null>(null);
  const { width, separator } = useInspectorWidth();

  const renameStep = useCallback((step: string) => setRenaming({ step }), []);
  const add = useCallback(
    (type: StepTypeName, at: InsertionPoint | undefined) => {
      const name = freeName(store.getState().history.present, type);
      const { label } = speech.kind({ step: name }, { type });
      change({ do: "addStep", type, name, ...(at && { at }) }, speech.t("announcements.added", { label, name }));
      noteStep(type);
      setInsertionPoint(null);
    },
    [change, store, speech],
  );
  const addSomewhere = (type: StepTypeName) => add(type, defaultInsertionPoint(draft, selected));
  const showTab = (tab: string) => {
    setTab(tab);
    if (!isBeside()) store.getState().deselect();
  };
  const openTest = () => {
    setOpener(document.activeElement);
    setIsRunning(true);
  };
  const publish = async (...publication: Parameters<typeof work.publish>) => {
    const id = await work.publish(...publication);
    setShown(null);
    return id;
  };

  useDesignerKeys({
    json: () => setIsJson((open) => !open),
    outline: () => showTab("outline"),
    problems: () => showTab("problems"),
    find: () => setFoundFrom({ focus: document.activeElement }),
    ...(mayChange && {
      save: () => setShown("publish"),
      add: () => setInsertionPoint(defaultInsertionPoint(draft, selected) ?? null),
      run: openTest,
      connect: store.getState().connect,
      rename: () => {
        const ref = selected === null ? null : refOf(selected);
        if (ref && "step" in ref) setRenaming(ref);
      },
    }),
  });
  useClipboard(() => defaultInsertionPoint(store.getState().history.present, store.getState().selected));
  const root = useRef<HTMLDivElement>(null);
  useFocusTarget(root);
  const inspector = useRef<HTMLElement>(null);
  const isInstead = isOne && !isJson;
  useInspectedPart(inspector, isInstead);

  return (
    <div ref={root} className="flex flex-col lg:h-dvh">
      <DocumentTitle name={draft.name || t("layout.nameless")} kind={titles("designer")} />
      <OpenedRun onShow={() => setIsRunning(true)} />
      <SkipLinks />
      <TopBar
        state={work.state}
        isJson={isJson}
        onJson={() => setIsJson((open) => !open)}
        onRun={openTest}
        onHistory={() => setShown("history")}
        onPublish={() => setShown("publish")}
      />
      <WorkNotice state={work.state} error={work.error} onDone={work.forget} onChoose={work.choose} />
      <div
        style={{ "--inspector": width } as CSSProperties}
        className="relative min-h-0 flex-1 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)_min(var(--inspector),45vw)]"
      >
        {foundFrom && (
          <FindPanel
            onClose={() => {
              // A place that was opened takes the focus itself.
              focusAfter(
                () => setFoundFrom(null),
                () => (movesFocus(store.getState()) ? null : (foundFrom.focus as HTMLElement | null)),
              );
            }}
          />
        )}
        <nav
          data-region
          id="designer-parts"
          aria-label={t("layout.navigation")}
          className={`min-h-0 border-line bg-surface lg:border-r ${isInstead ? "max-lg:hidden" : ""}`}
        >
          <SidePanel
            tab={tab}
            onTab={setTab}
            problems={problems}
            onAddType={addSomewhere}
            onAdd={setInsertionPoint}
            onRenameVariable={(variable) => setRenaming({ variable })}
          />
        </nav>
        <div
          data-region
          id="designer-graph"
          className={`relative min-h-0 min-w-0 ${isInstead ? "hidden h-full lg:block" : isJson || draft.triggers.length === 0 ? "" : "hidden h-full sm:block max-lg:h-[55dvh]"}`}
        >
          {isJson ? (
            <JsonView onClose={() => setIsJson(false)} />
          ) : draft.triggers.length === 0 && draft.steps.length === 0 ? (
            <TriggerCards />
          ) : isWide ? (
            <FormulaCanvas problems={problems} {...(mayChange && { onAdd: setInsertionPoint, onDrop: add })} />
          ) : null}
        </div>
        <hr
          {...separator}
          aria-label={t("layout.width")}
          aria-controls="designer-inspector"
          className="absolute inset-y-0 right-[min(var(--inspector),45vw)] z-10 w-3 translate-x-1.5 cursor-col-resize touch-none border-0 before:absolute before:top-1/2 before:left-1 before:h-10 before:w-1 before:-translate-y-1/2 before:rounded-full before:bg-edge hover:before:bg-accent focus-visible:before:bg-accent max-lg:hidden"
        />
        <aside
          ref={inspector}
          data-region
          id="designer-inspector"
          aria-label={t("layout.inspector")}
          // On a narrow screen, a part takes the place of what is beside its inspector on a wide one.
          className={`min-h-0 overflow-y-auto border-line bg-surface lg:border-l ${isInstead ? "" : "max-lg:border-t"}`}
        >
          <Inspector onAdd={setInsertionPoint} onRename={renameStep} />
        </aside>
      </div>
      {isRunning && <RunDock opener={opener} onClose={() => setIsRunning(false)} />}
      <AddStepDialog
        open={insertionPoint !== null}
        insertionPoint={insertionPoint}
        onClose={() => setInsertionPoint(null)}
        onChoose={(type) => add(type, insertionPoint ?? undefined)}
      />
      <PublishDialog
        open={shown === "publish"}
        errors={errors}
        hints={problems.length - errors}
        isBusy={work.state === "publishing"}
        onClose={() => setShown(null)}
        onPublish={(...publication) => void publish(...publication)}
      />
      {shown === "history" && formulaId !== null && (
        <HistoryDialog formulaId={formulaId} onClose={() => setShown(null)} />
      )}
      {renaming !== null && <RenameDialog what={renaming} onClose={() => setRenaming(null)} />}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

const SKIPS = ["parts", "graph", "inspector"] as const;
/** Visible ones only: on a narrow screen not all parts of the screen are shown. */
const isShown = (region: HTMLElement | null): region is HTMLElement => region?.checkVisibility() ?? false;

/** Skip links to the parts of the screen, for keyboard users. */
function SkipLinks() {
  const { t } = useSpeech();
  return SKIPS.map((part) => (
    <a
      key={part}
      href={`#designer-${part}`}
      onClick={(event) => {
        event.preventDefault();
        const regions = [part, ...SKIPS].map((id) => document.getElementById(`designer-${id}`));
        const region = regions.find(isShown);
        if (region) enter(region);
      }}
      className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-20 focus:z-50 focus:rounded-md focus:bg-surface focus:px-3 focus:py-2"
    >
      {t(`layout.skip.${part}`)}
    </a>
  ));
}

/** The default insertion point of a new step: after the selected part, else at the end of the chain. */
function defaultInsertionPoint(draft: Draft, selected: string | null): InsertionPoint | undefined {
  const ref = selected === null ? null : refOf(selected);
  const part = ref && partOf(draft, ref);
  if (ref && part) return { from: ref, port: portsOf(ref, part)[0]?.port ?? "onSuccess" };
  const visited = new Set<string>();
  let [end] = partsOf(draft);
  while (end) {
    const { ref } = end;
    const step = "step" in ref ? draft.steps.find(({ name }) => name === ref.step) : undefined;
    const port = step ? nextPortOf(step) : "onSuccess";
    const next = draft.steps.find(({ name }) => name === end?.part[port][0]);
    if (!next || visited.has(next.name)) return { from: end.ref, port };
    visited.add(next.name);
    end = { ref: { step: next.name }, part: next };
  }
  return undefined;
}
