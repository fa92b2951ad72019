"use client";

import { Play, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type CSSProperties, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from "react";
import { DEFAULT_TRIGGER } from "#server/formula/triggers/registry.ts";
import { readScript } from "#server/script/read-script.ts";
import { CodeEditor } from "../../fields/code-editor.tsx";
import { routeTo } from "../../screens/screens.ts";
import { MayChange } from "../../shell/may-change.tsx";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { Link } from "../../ui/link.tsx";
import { RunStatus } from "../../ui/run-status.tsx";
import { Split } from "../../ui/split.tsx";
import { INPUT_LOOK } from "../../ui/text-field.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { useDesign, useDraft } from "../model/design.ts";
import { isRecord, type PartRef, partOf, refOf } from "../model/draft.ts";
import type { OverlayStep, RunOverlay } from "../model/run-overlay.ts";
import { useModels, useRunValues } from "../model/run-values.tsx";
import { useLastEvents } from "../model/use-last-events.ts";
import { onlyStep } from "./one-step.ts";
import { RunSteps, TRIGGER } from "./run-steps.tsx";
import { argumentsIn } from "./sample-form.ts";
import { withSampleOutputs } from "./sample-outputs.ts";
import { SampleSteps } from "./sample-steps.tsx";
import { StepValues } from "./step-values.tsx";
import { TestAccounts, useTestValues } from "./test-accounts.tsx";
import { fixturesOf, sampleOf } from "./test-data.ts";
import { TestInput } from "./test-input.tsx";
import { useDockHeight } from "./use-dock-height.ts";
import { useRun } from "./use-run.ts";
import { useTestInput } from "./use-test-input.ts";

/** `opener`: the element that had the focus when the panel was opened; the panel appears when its code is loaded. */
type Props = { opener: Element | null; onClose: () => void };

/** Tests the draft, or one step alone, and shows the values of the run. Nothing is published or created. */
export function RunDock({ opener, onClose }: Props) {
  const t = useTranslations("designer.run");
  const id = useId();
  const { height, separator } = useDockHeight();
  const { duration } = useFormat();
  const overlay = useDesign((design) => design.overlay);
  const show = useDesign((design) => design.show);
  const run = useRun();
  return (
    <section
      id={id}
      data-region
      aria-label={t("title")}
      // On a narrow screen the page scrolls, and there is no edge to drag.
      style={{ "--height": height } as CSSProperties}
      className="relative flex flex-col border-line border-t bg-surface lg:h-(--height)"
    >
      <hr {...separator} aria-label={t("height")} aria-controls={id} className={EDGE} />
      <header className="flex flex-wrap items-center gap-3 border-line border-b px-4 py-2">
        <h2 className="font-semibold text-sm">{t("title")}</h2>
        <span role="status" className="flex items-center gap-3 text-sm">
          {overlay && <RunStatus status={overlay.status} />}
          {overlay && <span className="text-muted">{duration(overlay.durationMs)}</span>}
        </span>
        {overlay && (
          <Link
            href={routeTo("run", { executionId: overlay.executionId })}
            className="text-accent text-sm hover:underline"
          >
            {t("open")}
          </Link>
        )}
        <span className="ml-auto flex gap-1">
          {overlay && (
            <Button kind="quiet" onClick={() => show(null)}>
              {t("clear")}
            </Button>
          )}
          <Button kind="quiet" onClick={onClose} aria-label={t("close")}>
            <X aria-hidden="true" className="size-4" />
          </Button>
        </span>
      </header>
      <div className="grid min-h-0 flex-1 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <MayChange>
          <Setup run={run} opener={opener} />
        </MayChange>
        <div className="min-h-0 overflow-auto p-4 lg:overflow-hidden">
          {run.problem && (
            <p role="alert" className="mb-2 break-words text-failure text-sm">
              {run.problem}
            </p>
          )}
          {overlay?.error && <p className="mb-2 break-words text-failure text-sm">{overlay.error}</p>}
          {overlay ? (
            <RunValues overlay={overlay} />
          ) : (
            !run.problem && <p className="text-muted text-sm">{t("nothing")}</p>
          )}
        </div>
      </div>
    </section>
  );
}

/** The steps of the run, and the values of the selected one: the failed one, or else the last, until one is selected. */
function RunValues({ overlay }: { overlay: RunOverlay }) {
  const selected = useDesign((design) => design.selected);
  const select = useDesign((design) => design.select);
  const [visit, setVisit] = useState<number | null>(null);
  const { steps } = overlay;
  const ref = selected === null ? null : refOf(selected);
  const name = ref && ("step" in ref ? ref.step : TRIGGER);
  const visits = steps.filter((step) => step.name === name);
  const failed = (of: OverlayStep[]) => of.find(({ status }) => status === "failed") ?? of.at(-1);
  const counted = overlay.counts.find((count) => count.name === name);
  const last = counted && { ...counted.last, name: counted.name };
  const shown = visits.find((step) => step.id === visit) ?? failed(visits) ?? last ?? failed(steps);
  function choose(step: OverlayStep) {
    setVisit(step.id);
    const part: PartRef = step.name === TRIGGER ? { trigger: 0 } : { step: step.name };
    select(part);
  }
  return (
    <Split
      name="test-values"
      usual={35}
      className="lg:h-full lg:[&>div]:overflow-auto"
      left={<RunSteps overlay={overlay} chosen={shown} onChoose={choose} />}
      right={shown && <StepValues key={shown.id} step={shown} />}
    />
  );
}

/** The settings of a test: its accounts, sample outputs and input. */
function Setup({ run, opener }: { run: ReturnType<typeof useRun>; opener: Element | null }) {
  const t = useTranslations("designer.run");
  const draft = useDraft();
  const selected = useDesign((design) => design.selected);
  const formulaId = useDesign((design) => design.formulaId);
  const { runWith, runAlone, lastRun, attempt, isBusy } = run;
  const outputs = useRunValues()?.context.steps;
  const models = useModels();
  const triggerType = (draft.triggers[0] ?? DEFAULT_TRIGGER).type;
  const events = useLastEvents();
  const event = events?.[0];
  const sample = useMemo(() => {
    const usual = sampleOf(triggerType);
    return isRecord(usual) && Object.keys(usual).length === 0 ? argumentsIn(draft.steps) : usual;
  }, [triggerType, draft.steps]);
  const standard = event
    ? { text: JSON.stringify(event.payload, null, 2), source: `event ${event.id}` }
    : { text: JSON.stringify(sample, null, 2), source: "sample" };
  const { chosen, choose, remembered } = useTestInput({ events, sample });
  const { text, source } = chosen ?? standard;
  const payload = parsed(text);
  const test = useTestValues();
  /** How often values were missing since the last run. */
  const [refused, setRefused] = useState(0);
  const [replaced, setReplaced] = useState<ReadonlySet<string>>(new Set());
  const [isAlone, setIsAlone] = useState(false);
  const [edited, setEdited] = useState<{ step: string; text: string } | null>(null);
  const ref = selected === null ? null : refOf(selected);
  const step = ref && "step" in ref && partOf(draft, ref) ? ref.step : null;
  const alone = isAlone ? step : null;
  const recorded = useMemo(
    () => (alone === null ? "{}" : JSON.stringify(fixturesOf(draft, alone, outputs ?? {}, readScript), null, 2)),
    [draft, alone, outputs],
  );
  const fixtures = edited && edited.step === alone ? edited.text : recorded;
  const given = parsed(fixtures);
  const isReady = payload !== undefined && isRecord(given);
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const focusButton = useEffectEvent(() => {
    if (document.activeElement === opener) button.current?.focus({ preventScroll: true });
  });
  // After "Test run", Enter starts the test, unless another element has the focus meanwhile.
  useEffect(() => focusButton(), []);

  /** The output of the last run, or else one of the form that the operation documents. */
  const sampleOutput = (name: string): unknown =>
    outputs?.[name] ?? { response: { code: 200, headers: {}, body: models.get(name)?.sample ?? {} } };

  function tried() {
    if (alone !== null && isRecord(given)) return onlyStep(draft, alone, given);
    const names = draft.steps.map(({ name }) => name).filter((name) => replaced.has(name));
    return withSampleOutputs(draft, new Map(names.map((name) => [name, sampleOutput(name)])));
  }

  function begin() {
    if (test.missing.length > 0) {
      setRefused(refused + 1);
      return;
    }
    setRefused(0);
    void attempt(() =>
      test.usesInstance && test.instance
        ? runWith(test.instance.id, payload, tried())
        : runAlone(test.values, payload, tried(), formulaId ?? undefined),
    );
  }

  useEffect(() => {
    if (refused > 0) form.current?.querySelector<HTMLElement>("[data-missing]")?.focus();
  }, [refused]);

  const [isPending, setIsPending] = useState(false);
  const beginPending = useEffectEvent(() => {
    setIsPending(false);
    begin();
  });
  // "Run" may be pressed before the instance is loaded, whose values the test takes.
  useEffect(() => {
    if (isPending && !test.isLoading) beginPending();
  }, [isPending, test.isLoading]);

  async function takeLast() {
    let trigger: Record<string, unknown> | null = null;
    await attempt(async () => {
      trigger = formulaId === null ? null : await lastRun(formulaId);
      if (trigger === null) throw new Error(t("neverRan"));
      setEdited(null);
    });
    return trigger;
  }

  return (
    <Form
      ref={form}
      aria-label={t("setup")}
      onSubmit={() => {
        if (isReady && !isBusy) setIsPending(true);
      }}
      className="flex min-h-0 flex-col border-line max-lg:border-b lg:border-r"
    >
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-auto p-4">
        {step !== null && (
          <select
            aria-label={t("what")}
            value={alone === null ? "whole" : "step"}
            onChange={(event) => setIsAlone(event.target.value === "step")}
            className={INPUT_LOOK}
          >
            <option value="whole">{t("whole")}</option>
            <option value="step">{t("only", { step })}</option>
          </select>
        )}
        <TestAccounts test={test} isChecked={refused > 0} />
        {alone === null ? (
          <SampleSteps replaced={replaced} onChange={setReplaced} />
        ) : (
          <div className="grid gap-2">
            <span className="font-medium text-sm">{t("handOn")}</span>
            <CodeEditor
              key={alone}
              label={t("handOn")}
              language="json"
              value={fixtures}
              onChange={(text) => setEdited({ step: alone, text })}
              rows={6}
            />
            <p className="text-muted text-xs">{t("handOnDescription")}</p>
            {!isRecord(given) && <p className="text-failure text-sm">{t("unreadable")}</p>}
          </div>
        )}
        <TestInput
          triggerType={triggerType}
          text={text}
          value={payload}
          source={source}
          onChange={(text, source) => choose({ text, source })}
          remembered={remembered}
          sample={sample}
          onLastRun={takeLast}
        />
      </div>
      <div className="border-line border-t px-4 py-2">
        <Button ref={button} type="submit" kind="primary" isBusy={isBusy} disabled={!isReady} className="w-full">
          <Play aria-hidden="true" className="size-4" />
          {t("verb")}
        </Button>
      </div>
    </Form>
  );
}

const EDGE =
  "absolute inset-x-0 -top-4 z-10 h-6 border-0 cursor-ns-resize touch-none before:absolute before:top-3.5 before:left-1/2 before:h-1 before:w-10 before:-translate-x-1/2 before:rounded-full before:bg-edge hover:before:bg-accent max-lg:hidden";

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
