"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { hasFailed } from "#server/formula/has-failed.ts";
import { hasEnded } from "#server/formula/run-state.ts";
import { stepColor } from "../../definitions/step-color.ts";
import { useDefinitionLabels } from "../../definitions/use-definition-labels.ts";
import { useFormat } from "../../ui/use-format.ts";
import { type Entry, groupRounds, includesRecord, isInRound, type Round } from "../loop-rounds.ts";
import type { Run, RunStep } from "../run-visits.ts";
import { useOutcomeLabel } from "../step-outcome-label.ts";

type Props = {
  run: Run;
  /** The number of steps that had run at the shown moment; null for all. */
  moment: number | null;
  chosen: RunStep | null;
  /** `byPointer` is true for a click or tap and false for keyboard navigation. */
  onChoose: (step: RunStep, byPointer: boolean) => void;
};

/** The rounds of a loop that are listed before the rest is requested. */
const LISTED = 20;

/**
 * All step records in order, each with a bar for its duration; the rounds of a loop are one row until they are opened.
 * Arrow keys move between the rows.
 */
export function RunTimeline({ run, moment, chosen, onChoose }: Props) {
  const t = useTranslations("executions.timeline");
  const { steps, stepCount, state, retryAt } = run;
  const rows = useRef<HTMLDivElement>(null);
  const attempts = useMemo(() => [...Map.groupBy(steps, ({ attempt }) => attempt)], [steps]);
  const later = useMemo(() => new Set(moment === null ? [] : steps.slice(moment)), [steps, moment]);

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...(rows.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const isGroup = buttons[at]?.ariaExpanded;
    if ((event.key === "ArrowRight" && isGroup === "false") || (event.key === "ArrowLeft" && isGroup === "true")) {
      event.preventDefault();
      buttons[at]?.click();
      return;
    }
    if (at < 0) return;
    const to = event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : by ? at + by : -1;
    if (to < 0) return;
    event.preventDefault();
    buttons[to]?.focus();
    if (!buttons[to]?.ariaExpanded) buttons[to]?.click();
  }

  // A row that was chosen elsewhere, such as by a key or in the failure above, comes into view; the page stays.
  useEffect(() => {
    const list = rows.current;
    const row = chosen && list?.querySelector("[aria-current=step]")?.closest("tr");
    if (!list || !row) return;
    if (row.offsetTop < list.scrollTop) list.scrollTop = row.offsetTop;
    const below = row.offsetTop + row.offsetHeight - list.clientHeight;
    if (below > list.scrollTop) list.scrollTop = below;
  }, [chosen]);

  return (
    <section aria-label={t("title")} className="flex min-h-0 flex-1 flex-col">
      {stepCount > steps.length && (
        <p className="mb-2 text-muted text-sm">{t("shown", { shown: steps.length, count: stepCount })}</p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside have the focus, the arrows go between them */}
      <div
        ref={rows}
        onKeyDown={onKeyDown}
        className="relative max-h-[40rem] overflow-y-auto rounded-2xl border border-line bg-surface lg:max-h-none lg:min-h-0 lg:flex-1"
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
              <Rows records={records} later={later} chosen={chosen} onChoose={onChoose} />
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

type RowsProps = Pick<Props, "chosen" | "onChoose"> & {
  /** Steps that had not run at the shown moment. */
  later: ReadonlySet<RunStep>;
};

function Rows({ records, ...rows }: RowsProps & { records: RunStep[] }) {
  const real = records.filter(({ isReused }) => !isReused);
  // Attempts may be hours apart.
  const waited = ({ delayMs, attempt }: RunStep) => (attempt === 1 ? delayMs : 0);
  const from = Math.min(...real.map((step) => Date.parse(step.startedAt) - waited(step)));
  const to = Math.max(...real.map(({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs));
  const scale = 100 / Math.max(1, to - from);
  const entries = useMemo(() => groupRounds(records), [records]);
  return <Entries entries={entries} level={0} {...{ ...rows, from, scale }} />;
}

type EntriesProps = RowsProps & { from: number; scale: number; level: number };

const Entries = ({ entries, ...rows }: EntriesProps & { entries: Entry[] }) =>
  entries.map((entry) =>
    "step" in entry ? (
      <Row key={entry.step.id} step={entry.step} {...rows} />
    ) : (
      <Loop key={entry.loop.id} entry={entry} {...rows} />
    ),
  );

function Loop({ entry, ...rows }: EntriesProps & { entry: Exclude<Entry, { step: RunStep }> }) {
  const t = useTranslations("executions.timeline");
  const { loop, rounds, failures } = entry;
  const [isOpened, setIsOpened] = useState<boolean | null>(null);
  const [isLong, setIsLong] = useState(false);
  const isOpen = isOpened ?? includesRecord([entry], rows.chosen?.id);
  const listed = rounds.filter((round, index) => isLong || index < LISTED || isInRound(round, rows.chosen?.id));
  return (
    <>
      <Group
        level={rows.level + depthOf(loop)}
        isOpen={isOpen}
        onToggle={() => setIsOpened(!isOpen)}
        label={loop.name}
        type={loop.type}
        count={t("rounds", { count: rounds.length })}
        failures={failures}
      />
      {isOpen &&
        listed.map((round) => <LoopRound key={round.head.id} round={round} {...rows} level={rows.level + 1} />)}
      {isOpen && listed.length < rounds.length && (
        <tr>
          <td colSpan={3} className="px-4 py-2">
            <button type="button" onClick={() => setIsLong(true)} className="text-accent text-sm hover:underline">
              {t("allRounds", { count: rounds.length })}
            </button>
          </td>
        </tr>
      )}
    </>
  );
}

function LoopRound({ round, ...rows }: EntriesProps & { round: Round }) {
  const t = useTranslations("executions.timeline");
  const { number, head, entries, failures } = round;
  const [isOpened, setIsOpened] = useState<boolean | null>(null);
  const isOpen = isOpened ?? isInRound(round, rows.chosen?.id);
  return (
    <>
      <Group
        level={rows.level + depthOf(head)}
        isOpen={isOpen}
        onToggle={() => setIsOpened(!isOpen)}
        label={t("round", { number })}
        failures={failures > 0 ? 1 : 0}
      />
      {isOpen && <Entries entries={[{ step: head }, ...entries]} {...rows} level={rows.level + 1} />}
    </>
  );
}

const depthOf = ({ path }: RunStep): number => (path === "" ? 0 : path.split("/").length - 1);

const indent = (level: number) => ({ paddingLeft: `${1 + Math.min(level, 6) * 0.875}rem` });

type GroupProps = {
  level: number;
  isOpen: boolean;
  onToggle: () => void;
  label: string;
  type?: string;
  count?: string;
  failures: number;
};

/** A row that opens the rows of a loop or of one of its rounds. */
function Group({ level, isOpen, onToggle, label, type, count, failures }: GroupProps) {
  const t = useTranslations("executions.timeline");
  return (
    <tr className="relative hover:bg-tint">
      <td colSpan={3} className="py-2 pr-4" style={indent(level)}>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex w-full items-center gap-2 text-left text-sm after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
        >
          <ChevronRight
            aria-hidden="true"
            className={`size-4 shrink-0 text-muted transition-transform motion-reduce:transition-none ${isOpen ? "rotate-90" : ""}`}
          />
          {type !== undefined && (
            <span aria-hidden="true" className={`size-3 shrink-0 rounded-full ${stepColor(type)}`} />
          )}
          <span className="min-w-0 truncate font-medium">{label}</span>
          {count !== undefined && <span className="shrink-0 text-muted text-xs">{count}</span>}
          {failures > 0 && (
            <span className="ml-auto shrink-0 text-failure text-xs">
              <span aria-hidden="true">✖ </span>
              {type === undefined ? t("roundFailed") : t("roundsFailed", { count: failures })}
            </span>
          )}
        </button>
      </td>
    </tr>
  );
}

function Row({ step, later, chosen, from, scale, level, onChoose }: EntriesProps & { step: RunStep }) {
  const t = useTranslations("executions.timeline");
  const definitions = useDefinitionLabels();
  const outcomeLabel = useOutcomeLabel();
  const { duration } = useFormat();
  const { name, type, status, durationMs, delayMs, startedAt, isReused, isEdited } = step;
  const isLater = later.has(step);
  const left = (Date.parse(startedAt) - from) * scale;
  const failed = hasFailed(step);
  return (
    <tr className={`relative hover:bg-tint has-[[aria-current=step]]:bg-tint ${isLater ? "italic" : ""}`}>
      <td className="w-[46%] py-2 pr-2" style={indent(level + depthOf(step))}>
        <button
          type="button"
          onClick={({ detail }) => onChoose(step, detail > 0)}
          aria-current={step.id === chosen?.id ? "step" : undefined}
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
        {isReused || isLater ? (
          <span className="text-muted text-xs">{t(isLater ? "later" : "takenOver")}</span>
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
        {!isLater && (
          <>
            <span className={failed ? "text-failure" : "text-success"}>
              <span aria-hidden="true">{failed ? "✖ " : "✔ "}</span>
              {outcomeLabel(step)}
            </span>
            <span className="block text-muted">{duration(durationMs)}</span>
          </>
        )}
      </td>
    </tr>
  );
}
