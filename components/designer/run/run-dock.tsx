"use client";

import { Play, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type CSSProperties, useId, useMemo, useState } from "react";
import { DEFAULT_TRIGGER } from "#server/formula/triggers/registry.ts";
import { readScript } from "#server/script/read-script.ts";
import { CodeEditor } from "../../fields/code-editor.tsx";
import { routeTo } from "../../screens/screens.ts";
import { Button } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { RunStatus } from "../../ui/run-status.tsx";
import { INPUT_LOOK } from "../../ui/text-field.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { useDesign, useDraft } from "../model/design.ts";
import { isRecord, partOf, refOf } from "../model/draft.ts";
import { useRunValues } from "../model/run-values.tsx";
import { BindDialog } from "./bind-dialog.tsx";
import { LastEvents } from "./last-events.tsx";
import { onlyStep } from "./one-step.ts";
import { RunSteps } from "./run-steps.tsx";
import { fixturesOf, payloadOf, sampleOf } from "./test-data.ts";
import { useDockHeight } from "./use-dock-height.ts";
import { useLastEvents } from "./use-last-events.ts";
import { useRun } from "./use-run.ts";

type Props = { onClose: () => void };

/** Tests the draft, or one step alone, and shows the run. Nothing is published or created. */
export function RunDock({ onClose }: Props) {
  const t = useTranslations("designer.run");
  const id = useId();
  const { height, separator } = useDockHeight();
  const { duration } = useFormat();
  const draft = useDraft();
  const overlay = useDesign((design) => design.overlay);
  const show = useDesign((design) => design.show);
  const selected = useDesign((design) => design.selected);
  const formulaId = useDesign((design) => design.formulaId);
  const { activeInstance, runWith, runAlone, lastRun, attempt, isBusy, problem } = useRun();
  const outputs = useRunValues()?.context.steps;
  const triggerType = (draft.triggers[0] ?? DEFAULT_TRIGGER).type;
  const lastEvents = useLastEvents();
  const [typed, setInput] = useState<string | null>(null);
  const input = typed ?? JSON.stringify(lastEvents?.[0]?.payload ?? sampleOf(triggerType), null, 2);
  const [isAlone, setIsAlone] = useState(false);
  const [edited, setEdited] = useState<{ step: string; text: string } | null>(null);
  const [isBinding, setIsBinding] = useState(false);
  const [bound, setBound] = useState<Record<string, string> | null>(null);
  const payload = parsed(input);
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

  const tried = () => (alone !== null && isRecord(given) ? onlyStep(draft, alone, given) : draft);
  const begin = () =>
    attempt(async () => {
      const instance = formulaId === null ? null : await activeInstance(formulaId);
      if (instance) return runWith(instance.id, payload, tried());
      const isBound = draft.configuration.every(({ key, required }) => required === false || bound?.[key]);
      return isBound ? runAlone(bound ?? {}, payload, tried(), formulaId ?? undefined) : setIsBinding(true);
    });

  const takeLast = () =>
    attempt(async () => {
      const last = formulaId === null ? null : await lastRun(formulaId);
      if (last === null) throw new Error(t("neverRan"));
      setInput(JSON.stringify(payloadOf(triggerType, last), null, 2));
      setEdited(null);
    });

  return (
    <section
      id={id}
      data-region
      aria-label={t("title")}
      // On a narrow screen the page scrolls, and there is no edge to drag.
      style={{ "--height": height } as CSSProperties}
      className="relative flex flex-col border-line border-t bg-surface max-lg:max-h-[45dvh] lg:h-(--height)"
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
      <div className="grid min-h-0 gap-4 overflow-auto p-4 md:grid-cols-[minmax(16rem,1fr)_2fr]">
        <div className="grid content-start gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <select
              aria-label={t("what")}
              value={alone === null ? "whole" : "step"}
              onChange={(event) => setIsAlone(event.target.value === "step")}
              className={`${INPUT_LOOK} w-auto min-w-0 flex-1`}
            >
              <option value="whole">{t("whole")}</option>
              {step !== null && <option value="step">{t("only", { step })}</option>}
            </select>
            <Button disabled={formulaId === null} onClick={() => void takeLast()}>
              {t("useLast")}
            </Button>
          </div>
          {lastEvents && (
            <LastEvents events={lastEvents} onChoose={(payload) => setInput(JSON.stringify(payload, null, 2))} />
          )}
          {alone !== null && (
            <>
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
            </>
          )}
          <span className="font-medium text-sm">{t("input")}</span>
          <CodeEditor label={t("input")} language="json" value={input} onChange={setInput} rows={6} />
          {!isReady && <p className="text-failure text-sm">{t("unreadable")}</p>}
          <Button kind="primary" isBusy={isBusy} disabled={!isReady} onClick={() => void begin()}>
            <Play aria-hidden="true" className="size-4" />
            {t("verb")}
          </Button>
          {bound && (
            <Button kind="quiet" aria-haspopup="dialog" onClick={() => setIsBinding(true)}>
              {t("otherValues")}
            </Button>
          )}
        </div>
        <div>
          {problem && (
            <p role="alert" className="text-failure text-sm">
              {problem}
            </p>
          )}
          {overlay?.error && <p className="mb-2 break-words text-failure text-sm">{overlay.error}</p>}
          {overlay ? <RunSteps overlay={overlay} /> : !problem && <p className="text-muted text-sm">{t("nothing")}</p>}
        </div>
      </div>
      {isBinding && (
        <BindDialog
          values={bound}
          onClose={() => setIsBinding(false)}
          onBind={(configuration) => {
            setIsBinding(false);
            setBound(configuration);
            void attempt(() => runAlone(configuration, payload, tried(), formulaId ?? undefined));
          }}
        />
      )}
    </section>
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
