"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef } from "react";
import { hasEnded } from "#server/formula/run-state.ts";
import { useShortcuts } from "../../shell/use-shortcuts.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Split } from "../../ui/split.tsx";
import { Empty, Failed, Loading } from "../../ui/states.tsx";
import { useIsWide } from "../../ui/use-is-wide.ts";
import { ViewSwitch } from "../../ui/view-switch.tsx";
import { chosenStep, mergedSteps, placeOf, type Run, type RunStep } from "../run-visits.ts";
import { RunBreadcrumb } from "./run-breadcrumb.tsx";
import { RunExplanation } from "./run-explanation.tsx";
import { RunMoment } from "./run-moment.tsx";
import { RunTimeline } from "./run-timeline.tsx";
import { StepInspector } from "./step-inspector.tsx";
import { useChosenStep, useCounts } from "./use-chosen-step.ts";
import { PAGE, useLoadedSteps } from "./use-loaded-steps.ts";
import { useRunSelection } from "./use-run-selection.ts";

const RunGraph = lazyComponent(async () => (await import("./run-graph.tsx")).RunGraph);

/** Two panes: the steps of a run, as a list or as a graph, and the values of one of them. */
export function RunBody({ run, isLive }: { run: Run; isLive: boolean }) {
  const t = useTranslations("executions.page");
  const { place, go, latest } = useRunSelection();
  const isWide = useIsWide();
  const isEnded = hasEnded(run.state);
  const values = useRef<HTMLDivElement>(null);
  const { steps: loaded, load } = useLoadedSteps(run);
  const moment = place.moment === null ? null : Math.min(place.moment, run.stepCount);
  const until = moment ?? run.stepCount;
  const shown = useMemo(() => loaded.filter(({ position }) => position <= until), [loaded, until]);
  const counts = useCounts({ run, steps: shown, until }, place.path);
  const { chosen, isLoading, error, refetch } = useChosenStep({ run, steps: shown, until }, place, counts);
  const steps = useMemo(() => (chosen ? mergedSteps(loaded, [chosen]) : loaded), [loaded, chosen]);

  const chosenId = chosen?.id;
  const walked = useRef(false);
  /** Shows the values of a record; a run that is shown as it was before moves to the moment of the record. */
  function choose(step: RunStep) {
    go({ ...placeOf(run, step), ...(latest().moment !== null && { moment: step.position }) });
  }

  async function walk(by: 1 | -1) {
    // The keys may come faster than the page is rendered.
    const here = latest();
    const isRendered = here.step === place.step && here.visit === place.visit && here.path === place.path;
    const current = isRendered ? chosen : chosenStep(steps, here, isEnded);
    const wanted = (current?.position ?? 0) + by;
    if (wanted < 1 || wanted > run.stepCount) return;
    const at = (step: RunStep) => step.position === wanted;
    const next = steps.find(at) ?? (await load(Math.max(0, by > 0 ? wanted - 1 : wanted - PAGE))).find(at);
    if (!next) return;
    walked.current = true;
    choose(next);
  }
  // A row that keys went to comes into view, after the list has scrolled to it; otherwise the page stays.
  useEffect(() => {
    if (walked.current && chosenId !== undefined)
      document.querySelector("[data-step-name][aria-current=step]")?.scrollIntoView({ block: "nearest" });
    walked.current = false;
  }, [chosenId]);
  /** Shows the run as it was after one of its steps. */
  function goTo(then: { at: number; step: RunStep | undefined } | null) {
    if (then === null) go({ moment: null });
    else if (then.step) go({ ...placeOf(run, then.step), moment: then.at });
    else go({ path: "", step: null, visit: null, moment: then.at });
  }
  const shownRun = useMemo(() => ({ ...run, steps: shown }), [run, shown]);
  useShortcuts("run", { next: () => void walk(1), previous: () => void walk(-1) });

  if (run.stepCount === 0) return <Empty title={t(isEnded ? "noStep" : "waiting")}>{t("waitingDescription")}</Empty>;
  const isGraph = isWide && place.view === "graph";
  return (
    <div data-busy={!isEnded || undefined} data-idle={isEnded || undefined} data-live={isLive || undefined}>
      <RunExplanation explanation={run.explanation} />
      <RunBreadcrumb path={place.path} onGo={go} />
      <Split
        name="run"
        usual={42}
        className="lg:h-[max(34rem,calc(100dvh-9rem))]"
        left={
          <div className="flex h-full min-h-0 flex-col gap-3">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <RunMoment run={run} steps={loaded} moment={moment} onGo={goTo} />
              {isWide && (
                <ViewSwitch
                  title={t("view")}
                  view={place.view}
                  views={[
                    { view: "steps", label: t("steps") },
                    { view: "graph", label: t("graph") },
                  ]}
                  onChange={(view) => go({ view })}
                />
              )}
            </div>
            {isGraph ? (
              <RunGraph
                key={place.path}
                run={shownRun}
                path={place.path}
                counts={counts}
                selected={chosen?.name ?? place.step}
                onSelect={(step) => go({ step, visit: null, tab: null })}
              />
            ) : (
              <RunTimeline
                run={run}
                steps={steps}
                moment={moment}
                chosen={chosen}
                onLoad={load}
                onChoose={(step, byPointer) => {
                  choose(step);
                  // On narrow screens, the step's values are below the timeline instead of beside it.
                  if (byPointer && !window.matchMedia("(min-width: 64rem)").matches) values.current?.scrollIntoView();
                }}
              />
            )}
          </div>
        }
        right={
          <div ref={values} className="h-full min-w-0 scroll-mt-2 lg:overflow-y-auto">
            {chosen && (
              <StepInspector
                {...{ run, until }}
                step={chosen}
                steps={shown}
                counts={counts ?? []}
                tab={place.tab}
                onGo={go}
              />
            )}
            {isLoading && <Loading what={t("loadingStep")} />}
            {error && <Failed error={error} onRetry={() => void refetch()} />}
            {!chosen && !isLoading && !error && place.step !== null && (
              <Empty title={t("noVisit", { step: place.step, visit: String(place.visit ?? "none") })} />
            )}
          </div>
        }
      />
    </div>
  );
}
