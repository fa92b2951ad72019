"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment, useMemo, useState } from "react";
import { hasFailed } from "#server/formula/has-failed.ts";
import { stepColor } from "../../definitions/step-color.ts";
import { useDefinitionLabels } from "../../definitions/use-definition-labels.ts";
import { useFormat } from "../../ui/use-format.ts";
import { type Entry, groupRounds, includesRecord, isInRound, type LoopEntry, type Round } from "../loop-rounds.ts";
import { type RunStep, type StepCount, segmentsOf } from "../run-visits.ts";
import { useOutcomeLabel } from "../step-outcome-label.ts";
import { TimelineGap } from "./timeline-gap.tsx";

/** The rounds of a loop that are listed before the rest is requested. */
const LISTED = 20;

type RowsProps = {
  /** The number of steps that had run at the shown moment; null for all. */
  moment: number | null;
  chosen: RunStep | null;
  onChoose: (step: RunStep, byPointer: boolean) => void;
  /** Loads the steps after a position. */
  onLoad: (after: number, button: HTMLButtonElement) => Promise<void>;
};

/** The rows of one attempt. `before` is the position of the loaded step before it. */
export function Rows({
  records,
  before,
  counts,
  ...rows
}: RowsProps & {
  /** The numbers of each step of the formula in the whole run. */
  counts: readonly StepCount[];
  records: RunStep[];
  before: number;
}) {
  const real = records.filter(({ isReused }) => !isReused);
  // Attempts may be hours apart.
  const waited = ({ delayMs, attempt }: RunStep) => (attempt === 1 ? delayMs : 0);
  const from = Math.min(...real.map((step) => Date.parse(step.startedAt) - waited(step)));
  const to = Math.max(...real.map(({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs));
  const scale = 100 / Math.max(1, to - from);
  const segments = useMemo(
    () => segmentsOf(records).map((segment) => ({ segment, entries: groupRounds(segment) })),
    [records],
  );
  const lists = useMemo(() => lengthsOfLists(records, counts), [records, counts]);
  let end = before;
  return segments.map(({ segment, entries }) => {
    const [first] = segment;
    const after = end;
    end = segment.at(-1)?.position ?? end;
    if (!first) return null;
    return (
      <Fragment key={first.id}>
        <TimelineGap after={after} count={first.position - after - 1} onLoad={rows.onLoad} />
        <Entries entries={entries} level={0} isPart={segments.length > 1} {...{ ...rows, lists, from, scale }} />
      </Fragment>
    );
  });
}

type EntriesProps = RowsProps & {
  from: number;
  scale: number;
  level: number;
  /** Steps before or after these are not loaded. */
  isPart: boolean;
  /** The number of items of loops, by their name, as far as it is known. */
  lists: ReadonlyMap<string, number>;
};

/** A loop ran over one list if the number of its last item is the number of all. */
function lengthsOfLists(records: readonly RunStep[], counts: readonly StepCount[]): ReadonlyMap<string, number> {
  const lists = new Map<string, number>();
  for (const { path, name, attempt, round } of records) {
    if (path !== "" || round === null) continue;
    const count = counts.find((one) => one.name === name && one.attempt === attempt);
    if (count?.took.onSuccess === round) lists.set(name, round);
  }
  return lists;
}

const Entries = ({ entries, ...rows }: EntriesProps & { entries: Entry[] }) =>
  entries.map((entry) =>
    "step" in entry ? (
      <Row key={entry.step.id} step={entry.step} {...rows} />
    ) : (
      <Loop key={entry.loop.id} entry={entry} {...rows} />
    ),
  );

/** How many rounds a loop has: those that are loaded are among them. */
function useRoundsLabel({ loop, rounds, isEnded }: LoopEntry, { lists, isPart }: EntriesProps): string {
  const t = useTranslations("executions.timeline");
  const numbers = rounds.map(({ number }) => number);
  const [from, to] = [Math.min(...numbers), Math.max(...numbers)];
  if (!isPart || (from === 1 && isEnded)) return t("rounds", { count: rounds.length });
  const count = loop.path === "" ? lists.get(loop.name) : undefined;
  return t("someRounds", { from, to, count: count ?? 0 });
}

function Loop({ entry, ...rows }: EntriesProps & { entry: LoopEntry }) {
  const t = useTranslations("executions.timeline");
  const { loop, rounds, failures } = entry;
  const count = useRoundsLabel(entry, rows);
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
        count={count}
        failures={failures}
      />
      {isOpen &&
        listed.map((round) => <LoopRound key={round.head.id} round={round} {...rows} level={rows.level + 1} />)}
      {isOpen && listed.length < rounds.length && (
        <tr>
          <td colSpan={3} className="px-4 py-2">
            <button
              type="button"
              data-more
              onClick={() => setIsLong(true)}
              className="text-accent text-sm hover:underline"
            >
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

function Row({ step, moment, chosen, from, scale, level, isPart, onChoose }: EntriesProps & { step: RunStep }) {
  const t = useTranslations("executions.timeline");
  const definitions = useDefinitionLabels();
  const outcomeLabel = useOutcomeLabel();
  const { duration } = useFormat();
  const { name, type, status, durationMs, delayMs, startedAt, isReused, isEdited } = step;
  const isLater = moment !== null && step.position > moment;
  // Its round is not loaded, which would have its number.
  const isAlone = isPart && level === 0 && step.visit > 1;
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
            <span className="block truncate font-medium text-sm">
              {name}
              {isAlone && <span className="text-muted">{t("iteration", { number: step.iteration })}</span>}
            </span>
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
