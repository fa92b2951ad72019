"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef } from "react";
import { hasFailed } from "#server/formula/has-failed.ts";
import { hasEnded } from "#server/formula/run-state.ts";
import { stepColor } from "../../definitions/step-color.ts";
import { useDefinitionLabels } from "../../definitions/use-definition-labels.ts";
import { useFormat } from "../../ui/use-format.ts";
import type { Run, RunStep } from "../run-visits.ts";
import { useOutcomeLabel } from "../step-outcome-label.ts";

type Props = {
  run: Run;
  chosen: RunStep | null;
  /** `byPointer` is true for a click or tap and false for keyboard navigation. */
  onChoose: (step: RunStep, byPointer: boolean) => void;
};

/** All step records in order, each with a bar for its duration. Arrow keys move between the rows. */
export function RunTimeline({ run, chosen, onChoose }: Props) {
  const t = useTranslations("executions.timeline");
  const { steps, stepCount, state, retryAt } = run;
  const rows = useRef<HTMLDivElement>(null);
  const attempts = [...Map.groupBy(steps, ({ attempt }) => attempt)];

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...(rows.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (at < 0) return;
    const to = event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : by ? at + by : -1;
    if (to < 0) return;
    event.preventDefault();
    buttons[to]?.focus();
    buttons[to]?.click();
  }

  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="font-semibold text-xl tracking-tight">
        {t("title")}
      </h2>
      {stepCount > steps.length && (
        <p className="mt-1 text-muted text-sm">{t("shown", { shown: steps.length, count: stepCount })}</p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside have the focus, the arrows go between them */}
      <div
        ref={rows}
        onKeyDown={onKeyDown}
        className="mt-3 max-h-[40rem] overflow-y-auto rounded-2xl border border-line bg-surface"
      >
        <table className="w-full table-fixed text-left">
          <caption className="sr-only">{t("caption")}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t("step")}</th>
              <th scope="col">{t("when")}</th>
              <th scope="col">{t("outcome")}</th>
            </tr>
          </thead>
          {attempts.map(([attempt, records]) => (
            <tbody key={attempt} className="divide-y divide-line">
              {attempts.length > 1 && (
                <tr>
                  <th colSpan={3} scope="rowgroup" className="bg-code px-4 py-1.5 font-medium text-xs">
                    {t("attempt", { attempt: String(attempt) })}
                  </th>
                </tr>
              )}
              <Rows records={records} chosen={chosen} onChoose={onChoose} />
            </tbody>
          ))}
        </table>
        {!hasEnded(state) && (
          <p role="status" className="flex items-center gap-3 px-4 py-2.5 text-running text-sm">
            <span className="size-3 rounded-full border-2 border-current border-r-transparent motion-safe:animate-spin" />
            {t(retryAt ? "retries" : "runs")}
          </p>
        )}
      </div>
    </section>
  );
}

function Rows({ records, chosen, onChoose }: Pick<Props, "chosen" | "onChoose"> & { records: RunStep[] }) {
  const real = records.filter(({ isReused }) => !isReused);
  // Attempts may be hours apart.
  const waited = ({ delayMs, attempt }: RunStep) => (attempt === 1 ? delayMs : 0);
  const from = Math.min(...real.map((step) => Date.parse(step.startedAt) - waited(step)));
  const to = Math.max(...real.map(({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs));
  const scale = 100 / Math.max(1, to - from);
  return records.map((step) => (
    <Row key={step.id} step={step} isChosen={step === chosen} from={from} scale={scale} onChoose={onChoose} />
  ));
}

type RowProps = {
  step: RunStep;
  isChosen: boolean;
  from: number;
  scale: number;
  onChoose: Props["onChoose"];
};

function Row({ step, isChosen, from, scale, onChoose }: RowProps) {
  const t = useTranslations("executions.timeline");
  const definitions = useDefinitionLabels();
  const outcomeLabel = useOutcomeLabel();
  const { duration } = useFormat();
  const { name, type, status, durationMs, delayMs, startedAt, path, isReused, isEdited } = step;
  const depth = path === "" ? 0 : path.split("/").length - 1;
  const left = (Date.parse(startedAt) - from) * scale;
  const failed = hasFailed(step);
  return (
    <tr className="relative hover:bg-tint has-[[aria-current=step]]:bg-tint">
      <td className="w-[46%] py-2 pr-2" style={{ paddingLeft: `${1 + depth * 0.875}rem` }}>
        <button
          type="button"
          onClick={({ detail }) => onChoose(step, detail > 0)}
          aria-current={isChosen ? "step" : undefined}
          data-step-name={name}
          data-step-type={type}
          data-run-status={status}
          className="flex w-full items-center gap-2.5 text-left after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
        >
          <span aria-hidden="true" className={`size-3 shrink-0 rounded-full ${stepColor(type)}`} />
          <span className="min-w-0">
            <span className="block truncate font-medium text-sm">{name}</span>
            <span className="block truncate text-muted text-xs">
              {type === "trigger" ? t("trigger") : definitions.step(type).label}
              {isEdited && <span className="text-accent">{t("edited")}</span>}
            </span>
          </span>
        </button>
      </td>
      <td className="px-1">
        {isReused ? (
          <span className="text-muted text-xs">{t("takenOver")}</span>
        ) : (
          <span
            aria-hidden="true"
            title={t("waited", { waited: duration(delayMs), ran: duration(durationMs) })}
            className="relative block h-2"
          >
            <span
              className="absolute inset-y-0.5 rounded-l-full bg-line"
              style={{ left: `${Math.max(0, left - delayMs * scale)}%`, width: `${Math.min(left, delayMs * scale)}%` }}
            />
            <span
              className={`absolute inset-y-0 rounded-full ${failed ? "bg-failure" : "bg-success"}`}
              style={{ left: `${Math.min(97, left)}%`, width: `${Math.max(3, durationMs * scale)}%` }}
            />
          </span>
        )}
      </td>
      <td className="w-24 py-2 pr-4 text-right text-xs">
        <span className={failed ? "text-failure" : "text-success"}>
          <span aria-hidden="true">{failed ? "✖ " : "✔ "}</span>
          {outcomeLabel(step)}
        </span>
        <span className="block text-muted">{duration(durationMs)}</span>
      </td>
    </tr>
  );
}
