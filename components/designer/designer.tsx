"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from "react";
import { useTRPC } from "../shell/trpc.ts";
import { Button } from "../ui/button.tsx";
import { onDemand, windowOnDemand } from "../ui/on-demand.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { Canvas } from "./canvas.tsx";
import { freeName, type Spot } from "./change-draft.ts";
import { createDesign, DesignProvider, useDesign, useDesignStore, useDraft } from "./design.ts";
import { type Draft, emptyDraft, openDraft, partOf, refOf, type StepTypeName } from "./draft.ts";
import { partsOf, portsOf } from "./graph.ts";
import { Inspector } from "./inspector.tsx";
import { OpenedRun } from "./opened-run.tsx";
import { stepLook } from "./part-look.ts";
import { problemsOf } from "./problems.ts";
import { SidePanel } from "./side-panel.tsx";
import { TopBar } from "./top-bar.tsx";
import { TriggerCards } from "./trigger-cards.tsx";
import { useDesignerKeys } from "./use-designer-keys.ts";
import { useIsWide } from "./use-is-wide.ts";
import { useSaving } from "./use-saving.ts";

const AddStepDialog = windowOnDemand(async () => (await import("./add-step-dialog.tsx")).AddStepDialog);
const RenameDialog = onDemand(async () => (await import("./rename-dialog.tsx")).RenameDialog);
const RunDock = onDemand(async () => (await import("./run-dock.tsx")).RunDock);
const JsonView = onDemand(async () => (await import("./json-view.tsx")).JsonView);

/** The designer on a formula that is there. */
export function OpenDesigner({ formulaId }: { formulaId: number }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.design.open.queryOptions({ formulaId }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (error)
    return (
      <div className="p-8">
        <h1 className="sr-only">The formula cannot be opened</h1>
        <Failed error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!data)
    return (
      <div className="p-8">
        <h1 className="sr-only">The formula</h1>
        <Loading what="the formula" />
      </div>
    );
  return <Designer opened={{ formulaId, revision: data.revision, draft: openDraft(data.formula) }} />;
}

/** The designer on a new one. */
export const NewDesigner = () => <Designer opened={{ formulaId: null, revision: null, draft: emptyDraft }} />;

type Opened = { formulaId: number | null; revision: number | null; draft: Draft };

function Designer({ opened }: { opened: Opened }) {
  const [store] = useState(() => createDesign(opened));
  return (
    <DesignProvider value={store}>
      <OpenedRun />
      <Desk />
    </DesignProvider>
  );
}

function Desk() {
  const draft = useDraft();
  const store = useDesignStore();
  const said = useDesign((design) => design.said);
  const selected = useDesign((design) => design.selected);
  const change = useDesign((design) => design.change);
  const checked = useDeferredValue(draft);
  const problems = useMemo(() => problemsOf(checked), [checked]);
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const saving = useSaving();
  const [spot, setSpot] = useState<Spot | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const isWide = useIsWide();
  const [tab, setTab] = useState(isWide || draft.steps.length === 0 ? "add" : "outline");
  const [isJson, setIsJson] = useState(false);
  const [isRunning, setIsRunning] = useState(false);

  const add = useCallback(
    (type: StepTypeName, at: Spot | undefined) => {
      const name = freeName(store.getState().history.present, type);
      change({ do: "addStep", type, name, ...(at && { at }) }, `Added ${stepLook(type).label}, ${name}.`);
      setSpot(null);
    },
    [change, store],
  );
  const addSomewhere = (type: StepTypeName) => add(type, usualSpot(draft, selected));
  const save = () => saving.save();

  useDesignerKeys({
    save: () => void (errors === 0 && save()),
    add: () => setSpot(usualSpot(draft, selected) ?? null),
    json: () => setIsJson((open) => !open),
    outline: () => setTab("outline"),
    problems: () => setTab("problems"),
    run: () => setIsRunning(true),
    rename: () => {
      const ref = selected === null ? null : refOf(selected);
      if (ref && "step" in ref) setRenaming(ref.step);
    },
  });
  useLeavingWarning();

  return (
    <div className="flex flex-col lg:h-dvh">
      <TopBar
        state={saving.state}
        errors={errors}
        isJson={isJson}
        onJson={() => setIsJson((open) => !open)}
        onRun={() => setIsRunning(true)}
        onSave={() => void save()}
      />
      {saving.state === "conflict" && <Conflict onOver={(revision) => void saving.save({ revision })} />}
      {saving.state === "failed" && saving.error && (
        <div className="p-3">
          <Failed error={saving.error} />
        </div>
      )}
      <div className="min-h-0 flex-1 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)_21rem]">
        <nav aria-label="Formula" className="min-h-0 border-line bg-surface lg:border-r">
          <SidePanel tab={tab} onTab={setTab} problems={problems} onAddType={addSomewhere} onAdd={setSpot} />
        </nav>
        <div
          className={`relative min-h-0 min-w-0 ${isJson || draft.triggers.length === 0 ? "" : "hidden h-full sm:block max-lg:h-[55dvh]"}`}
        >
          {isJson ? (
            <JsonView onClose={() => setIsJson(false)} />
          ) : draft.triggers.length === 0 && draft.steps.length === 0 ? (
            <TriggerCards />
          ) : isWide ? (
            <Canvas problems={problems} onAdd={setSpot} onDrop={add} />
          ) : null}
        </div>
        <aside
          aria-label="Inspector"
          className={`min-h-0 overflow-y-auto border-line bg-surface lg:border-l ${
            selected === null
              ? "max-lg:border-t"
              : "max-lg:fixed max-lg:inset-x-0 max-lg:top-24 max-lg:bottom-14 max-lg:z-20 max-lg:rounded-t-2xl max-lg:border-t max-lg:shadow-2xl"
          }`}
        >
          <Inspector onAdd={setSpot} onRename={setRenaming} />
        </aside>
      </div>
      {isRunning && <RunDock save={save} onClose={() => setIsRunning(false)} />}
      <AddStepDialog
        open={spot !== null}
        spot={spot}
        onClose={() => setSpot(null)}
        onChoose={(type) => add(type, spot ?? undefined)}
      />
      {renaming !== null && <RenameDialog name={renaming} onClose={() => setRenaming(null)} />}
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </div>
  );
}

/** Where a new step goes that was given no place: behind what is selected, else at the end of the chain. */
function usualSpot(draft: Draft, selected: string | null): Spot | undefined {
  const ref = selected === null ? null : refOf(selected);
  const part = ref && partOf(draft, ref);
  if (ref && part) return { from: ref, port: portsOf(ref, part)[0]?.port ?? "onSuccess" };
  const visited = new Set<string>();
  let [end] = partsOf(draft);
  while (end) {
    const port = end.part.type === "loop" ? "onFailure" : "onSuccess";
    const next = draft.steps.find(({ name }) => name === end?.part[port][0]);
    if (!next || visited.has(next.name)) return { from: end.ref, port };
    visited.add(next.name);
    end = { ref: { step: next.name }, part: next };
  }
  return undefined;
}

/** Somebody saved the formula meanwhile: look at theirs, or put this one over it. */
function Conflict({ onOver }: { onOver: (revision: number) => void }) {
  const trpc = useTRPC();
  const formulaId = useDesign((design) => design.formulaId);
  const { data } = useQuery({
    ...trpc.design.open.queryOptions({ formulaId: formulaId ?? 0 }),
    staleTime: 0,
    refetchOnMount: "always",
  });
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 border-line border-b bg-tint px-4 py-2 text-sm">
      <p className="min-w-0 flex-1 basis-64">
        <strong className="font-medium">Somebody saved this formula after you opened it.</strong> Nothing of yours is
        lost. Look at theirs in another tab, or save yours over it; theirs stays as an earlier revision.
      </p>
      <a
        href={`/formulas/${formulaId}/design`}
        target="_blank"
        rel="noreferrer"
        className="text-accent hover:underline"
      >
        Look at theirs
      </a>
      <Button disabled={!data} onClick={() => data && onOver(data.revision)}>
        Save mine over it
      </Button>
    </div>
  );
}

/** The browser asks before unsaved work is left. */
function useLeavingWarning() {
  const isChanged = useDesign(({ history, saved }) => history.present !== saved && history.past.length > 0);
  const warn = useEffectEvent((event: BeforeUnloadEvent) => isChanged && event.preventDefault());
  useEffect(() => {
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, []);
}
