"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef } from "react";
import { hasEnded } from "#server/formula/run-state.ts";
import { useShortcuts } from "../../shell/use-shortcuts.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Split } from "../../ui/split.tsx";
import { Empty } from "../../ui/states.tsx";
import { useIsWide } from "../../ui/use-is-wide.ts";
import { ViewSwitch } from "../../ui/view-switch.tsx";
import { chosenStep, placeOf, type Run, type RunStep } from "../run-visits.ts";
import { RunBreadcrumb } from "./run-breadcrumb.tsx";
import { RunExplanation } from "./run-explanation.tsx";
import { RunMoment } from "./run-moment.tsx";
import { RunTimeline } from "./run-timeline.tsx";
import { StepInspector } from "./step-inspector.tsx";
import { useRunSelection } from "./use-run-selection.ts";

const RunGraph = lazyComponent(async () => (await import("./run-graph.tsx")).RunGraph);

/** Two panes: the steps of a run, as a list or as a graph, and the values of one of them. */
export function RunBody({ run, isLive }: { run: Run; isLive: boolean }) {
  const t = useTranslations("executions.page");
  const { place, go, latest } = useRunSelection();
  const isWide = useIsWide();
  const isEnded = hasEnded(run.state);
  const values = useRef<HTMLDivElement>(null);
  const moment = place.moment === null ? null : Math.min(place.moment, run.steps.length);
  const shown = useMemo(() => (moment === null ? run : { ...run, steps: run.steps.slice(0, moment) }), [run, moment]);
  const chosen = chosenStep(shown.steps, place, isEnded);

  const chosenId = chosen?.step.id;
  const walked = useRef(false);

  /** Shows the values of a record, and the run as it was then. */
  function goBackTo(step: RunStep) {
    const then = run.steps.indexOf(step) + 1;
    go({ ...placeOf(run.steps.slice(0, then), step), moment: then });
  }
  /** Shows the values of a record; a run that is shown as it was before moves to the moment of the record. */
  const choose = (step: RunStep) => (moment === null ? go(placeOf(run.steps, step)) : goBackTo(step));

  function walk(by: 1 | -1) {
    const { moment: then, ...here } = latest();
    const current = chosenStep(then === null ? run.steps : run.steps.slice(0, then), here, isEnded);
    const next = run.steps[(current ? run.steps.indexOf(current.step) : -1) + by];
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
  useShortcuts("run", { next: () => walk(1), previous: () => walk(-1) });

  if (run.steps.length === 0) return <Empty title={t(isEnded ? "noStep" : "waiting")}>{t("waitingDescription")}</Empty>;
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
              <RunMoment run={run} moment={moment} onGo={(next) => (next ? goBackTo(next) : go({ moment: null }))} />
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
                run={shown}
                path={place.path}
                selected={chosen?.step.name ?? null}
                onSelect={(step) => go({ step, visit: null, tab: null })}
              />
            ) : (
              <RunTimeline
                run={run}
                moment={moment}
                chosen={chosen?.step ?? null}
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
          <div ref={values} className="h-full min-w-0 scroll-mt-20 lg:overflow-y-auto">
            {chosen && <StepInspector run={run} chosen={chosen} tab={place.tab} onGo={go} />}
          </div>
        }
      />
    </div>
  );
}
