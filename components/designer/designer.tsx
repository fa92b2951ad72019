"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type CSSProperties, useCallback, useEffect, useRef, useState } from "react";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { useEarly } from "../api/use-early.ts";
import { beginWork } from "../drafts/begin-work.ts";
import { NOTHING_STORED } from "../drafts/draft-work.ts";
import { PENDING, WhenRead } from "../drafts/when-read.tsx";
import { UnappliedTextsProvider } from "../fields/unapplied-texts.tsx";
import { usePending } from "../preferences/outbox-provider.tsx";
import { useMayChange } from "../shell/may-change.tsx";
import { DocumentTitle } from "../ui/document-title.tsx";
import { lazyComponent, lazyDialog } from "../ui/lazy-component.tsx";
import { useLocalCopies } from "../ui/local-copy.ts";
import { currentQuery } from "../ui/query-string.ts";
import { enter } from "../ui/regions.ts";
import { useIsWide } from "../ui/use-is-wide.ts";
import type { Canvas } from "./canvas/canvas.tsx";
import { Inspector } from "./inspector/inspector.tsx";
import { useRenamedTexts } from "./inspector/part-json.tsx";
import type { InsertionPoint } from "./model/change-draft.ts";
import { createDesign, DesignProvider, type Opened, useDesign, useDesignStore, useDraft } from "./model/design.ts";
import {
  type Draft,
  emptyDraft,
  freeName,
  nextPortOf,
  openDraft,
  partOf,
  refOf,
  type StepTypeName,
} from "./model/draft.ts";
import { readFormulaCopy } from "./model/formula-copies.ts";
import { partsOf, portsOf } from "./model/graph.ts";
import { RunValuesProvider } from "./model/run-values.tsx";
import { useSpeech } from "./model/speech.ts";
import { storedDraft, storedFormula } from "./model/stored-formula.ts";
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

/** The designer for an existing formula, with the unpublished changes of its user. */
export function OpenDesigner({ formulaId }: { formulaId: number }) {
  const trpc = useTRPC();
  const read = useQuery({ ...trpc.design.open.queryOptions({ formulaId }), ...ONCE });
  useParts();
  useEarly((queries) => [
    queries.prefetchQuery(trpc.execution.list.queryOptions({ formulaId })),
    queries.prefetchQuery(trpc.connection.names.queryOptions()),
    queries.prefetchQuery(trpc.preference.read.queryOptions({ name: "testAccounts", formulaId })),
  ]);
  return (
    <WhenRead kind="formula" {...read}>
      {(opened) => <FormulaDesigner formulaId={formulaId} opened={opened} />}
    </WhenRead>
  );
}

function FormulaDesigner({ formulaId, opened }: { formulaId: number; opened: RouterOutputs["design"]["open"] }) {
  const trpc = useTRPC();
  const copies = useLocalCopies();
  const { pending } = usePending("formula.saveLayout", { formulaId });
  const mayChange = useMayChange();
  const [work] = useState(() => {
    // Users without permission to change see the published formula, whatever drafts they have.
    const stored = storedFormula({ ...opened, draft: mayChange ? opened.draft : null });
    return beginWork(stored, mayChange ? readFormulaCopy(copies, formulaId) : null, emptyDraft);
  });
  const revision = work.revision ?? opened.revision;
  const isOutdated = revision !== opened.revision;
  // The changes of a draft are those since the revision that it is based on, if that was recorded.
  const base = useQuery({
    ...trpc.design.revision.queryOptions({ formulaId, revision }),
    ...ONCE,
    enabled: isOutdated,
  });
  if (isOutdated && base.isPending) return <WhenRead kind="formula" {...PENDING} />;
  const published = isOutdated && base.data ? openDraft(base.data.formula) : work.published;
  const moved = pending?.isTidied ? pending.positions : { ...opened.positions, ...pending?.positions };
  const positions = mayChange ? moved : opened.positions;
  return <Designer opened={{ ...work, formulaId, revision, published, positions }} />;
}

/** The designer for a new formula, or for the draft of one. */
export function NewDesigner(props: { draftId: number | undefined }) {
  const copies = useLocalCopies();
  const [{ formulaId, draftId }] = useState(() => ({ ...props, ...unfinishedDraft() }));
  if (formulaId !== undefined) return <OpenDesigner formulaId={formulaId} />;
  return draftId === undefined ? (
    <Designer opened={{ formulaId: null, ...beginWork(NOTHING_STORED, readFormulaCopy(copies, null), emptyDraft) }} />
  ) : (
    <DraftDesigner draftId={draftId} />
  );
}

/**
 * On return, the page may be outdated because the draft was saved or published here: the URL is current, the page is
 * not.
 */
function unfinishedDraft(): { formulaId?: number; draftId?: number } {
  if (typeof window === "undefined") return {};
  const published = /^\/formulas\/(\d+)\/design$/.exec(window.location.pathname)?.[1];
  if (published !== undefined) return { formulaId: Number(published) };
  const kept = currentQuery().get("draft") ?? "";
  return /^\d{1,9}$/.test(kept) ? { draftId: Number(kept) } : {};
}

function DraftDesigner({ draftId }: { draftId: number }) {
  const trpc = useTRPC();
  const copies = useLocalCopies();
  const read = useQuery({ ...trpc.design.openDraft.queryOptions({ draftId }), ...ONCE });
  useParts();
  return (
    <WhenRead kind="formula" {...read}>
      {(draft) => (
        <Designer
          opened={{
            formulaId: null,
            ...beginWork(storedDraft(draft), readFormulaCopy(copies, null, draftId), emptyDraft),
          }}
        />
      )}
    </WhenRead>
  );
}

/** Work in progress is never refetched. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };

function Designer({ opened }: { opened: InitialWork }) {
  return (
    <WhenRead kind="formula" {...useParts()}>
      {({ readScript, canvas }) => <OpenedDesigner opened={{ ...opened, readScript }} canvas={canvas} />}
    </WhenRead>
  );
}

type InitialWork = Omit<Opened, "mayChange" | "readScript">;

/** The script parser and the canvas, which are loaded in parallel with the page and the formula. */
function useParts() {
  return useQuery({ queryKey: ["designer-parts"], queryFn: loadParts, ...ONCE });
}

async function loadParts() {
  const [{ readScript }, { Canvas: canvas }] = await Promise.all([
    import("#server/script/read-script.ts"),
    import("./canvas/canvas.tsx"),
  ]);
  return { readScript, canvas };
}

// They begin to load before the page is interactive: the query finds them loaded, or on their way.
if (typeof window !== "undefined") loadParts().catch(() => {});

type LoadedCanvas = { canvas: typeof Canvas };

function OpenedDesigner({ opened, canvas }: { opened: InitialWork & Pick<Opened, "readScript"> } & LoadedCanvas) {
  const mayChange = useMayChange();
  const [store] = useState(() => createDesign({ ...opened, mayChange }));
  return (
    <DesignProvider value={store}>
      <RunValuesProvider>
        <UnappliedTextsProvider>
          <Layout canvas={canvas} />
        </UnappliedTextsProvider>
      </RunValuesProvider>
    </DesignProvider>
  );
}

function Layout({ canvas: FormulaCanvas }: LoadedCanvas) {
  const speech = useSpeech();
  const { t } = speech;
  const draft = useDraft();
  const store = useDesignStore();
  const announcement = useDesign((design) => design.announcement);
  const selected = useDesign((design) => design.selected);
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
  const [isFinding, setIsFinding] = useState(false);
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
    outline: () => setTab("outline"),
    problems: () => setTab("problems"),
    find: () => setIsFinding(true),
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
  // Another part is read from its beginning.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => void inspector.current?.scrollTo(0, 0), [selected]);

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
        {isFinding && (
          <FindPanel
            onClose={() => {
              setIsFinding(false);
              // The focus must not be lost with the panel; a place that was opened takes it itself.
              if (document.activeElement?.closest("search"))
                root.current?.querySelector<HTMLElement>("[data-part], .react-flow__node.selected")?.focus();
            }}
          />
        )}
        <nav
          data-region
          id="designer-parts"
          aria-label={t("layout.navigation")}
          className="min-h-0 border-line bg-surface lg:border-r"
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
          className={`relative min-h-0 min-w-0 ${isJson || draft.triggers.length === 0 ? "" : "hidden h-full sm:block max-lg:h-[55dvh]"}`}
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
          className={`min-h-0 overflow-y-auto border-line bg-surface lg:border-l ${
            selected === null
              ? "max-lg:border-t"
              : "max-lg:fixed max-lg:inset-x-0 max-lg:top-16 max-lg:bottom-14 max-lg:z-20 max-lg:rounded-t-2xl max-lg:border-t max-lg:shadow-2xl"
          }`}
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

/** Skip links to the parts of the screen, for keyboard users. */
function SkipLinks() {
  const { t } = useSpeech();
  return SKIPS.map((part) => (
    <a
      key={part}
      href={`#designer-${part}`}
      onClick={(event) => {
        event.preventDefault();
        const region = document.getElementById(`designer-${part}`);
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
