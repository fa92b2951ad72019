"use client";

import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { CircleDot, CircleMinus, CirclePlus, type LucideIcon, PenLine, Plus, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { useFormat } from "../../ui/use-format.ts";
import type { Mark } from "../model/design.ts";
import type { DraftStep, DraftTrigger, PartRef, Port } from "../model/draft.ts";
import { portsOf } from "../model/graph.ts";
import { OUTCOME_LOOKS } from "../model/outcome-looks.ts";
import { lookOf } from "../model/part-look.ts";
import type { Outcome } from "../model/run-overlay.ts";
import { type Speech, useSpeech } from "../model/speech.ts";
import { PART_SIZE } from "./layout.ts";
import { BORDER, portCenters } from "./part-handles.ts";
import { usePartSummary } from "./part-summary.ts";

export type PartData = {
  partRef: PartRef;
  part: DraftTrigger | DraftStep;
  problems: number;
  /** Its outcome in the run that is shown; null without a run, undefined if it was not reached. */
  outcome: Outcome | null | undefined;
  /** Its change since another state of the formula. */
  mark: Mark | undefined;
  /** The loop that contains the step. */
  loop: string | undefined;
  onAdd: ((from: PartRef, port: Port) => void) | undefined;
};
export type PartFlowNode = Node<PartData, "part">;

/** A part on the canvas: its name, summary, outcome and ports. */
export const PartNode = memo(function PartNode({ data, selected }: NodeProps<PartFlowNode>) {
  const { partRef, part, problems, outcome, mark, onAdd } = data;
  const { t, kind, title, port: portLabels } = useSpeech();
  const { Icon, color } = lookOf(partRef, part);
  const summary = usePartSummary()(partRef, part);
  const isStep = "step" in partRef;
  return (
    <div
      style={PART_SIZE}
      data-outcome={outcome?.status}
      className={`relative rounded-xl border bg-surface shadow-sm ${frame(selected, outcome, mark)} ${outcome === undefined || mark === "removed" ? "border-dashed shadow-none" : ""}`}
    >
      {isStep && <Handle type="target" position={Position.Top} className="part-target" />}
      <div className="flex h-full items-center gap-3 px-3 pb-1.5">
        <span className={`grid size-9 shrink-0 place-items-center rounded-lg bg-code ${color}`}>
          <Icon aria-hidden="true" className="size-[1.125rem]" />
        </span>
        <span className="part-words min-w-0 flex-1">
          <span className="part-title block truncate font-medium">{title(partRef, part)}</span>
          <span className="part-detail block truncate text-muted text-xs">
            {isStep ? kind(partRef, part).label : t("layout.trigger")}
          </span>
          {summary && <span className="part-detail block truncate font-mono text-muted text-xs">{summary}</span>}
        </span>
        <Badges problems={problems} outcome={outcome} mark={mark} />
      </div>
      <div className="part-detail">
        {portCenters(partRef, part).map(({ port, word, x, share }) => (
          <span
            key={port}
            className="absolute -bottom-2.5 flex"
            style={{ left: x - BORDER, transform: `translateX(-${share * 100}%)` }}
          >
            <PortPill
              description={portLabels(word)}
              isOpen={part[port].length === 0}
              name={title(partRef, part)}
              onAdd={onAdd && (() => onAdd(partRef, port))}
            />
            <Handle
              id={port}
              type="source"
              position={Position.Bottom}
              className="part-source"
              style={{ left: `${share * 100}%` }}
            />
          </span>
        ))}
      </div>
    </div>
  );
});

const MARKS = {
  added: { Icon: CirclePlus, frame: "border-success", color: "text-success" },
  removed: { Icon: CircleMinus, frame: "border-failure", color: "text-failure" },
  renamed: { Icon: PenLine, frame: "border-accent", color: "text-accent" },
  changed: { Icon: CircleDot, frame: "border-waiting", color: "text-waiting" },
} as const satisfies Record<Mark, { Icon: LucideIcon; frame: string; color: string }>;

function frame(selected: boolean | undefined, outcome: PartData["outcome"], mark: Mark | undefined) {
  if (selected) return "border-accent ring-2 ring-accent/40";
  return outcome ? OUTCOME_LOOKS[outcome.status].frame : mark ? MARKS[mark].frame : "border-edge";
}

function MarkBadge({ mark }: { mark: Mark }) {
  const t = useTranslations("drafts.changes");
  const { Icon, color } = MARKS[mark];
  return (
    <span className={`flex items-center gap-1 font-medium ${color}`}>
      <Icon aria-hidden="true" className="size-3.5" /> {t(mark)}
    </span>
  );
}

function Badges({ problems, outcome, mark }: Pick<PartData, "problems" | "outcome" | "mark">) {
  const { t } = useSpeech();
  const { duration, number } = useFormat();
  return (
    <span className="part-detail flex shrink-0 flex-col items-end gap-1 text-xs">
      {mark && <MarkBadge mark={mark} />}
      {problems > 0 && (
        <span className="flex items-center gap-0.5 text-waiting" title={t("node.problems", { count: problems })}>
          <TriangleAlert aria-hidden="true" className="size-3.5" />
          <span className="sr-only">{t("node.toLookAt")}</span> {problems}
        </span>
      )}
      {outcome && (
        <span className={OUTCOME_LOOKS[outcome.status].color}>
          <span aria-hidden="true">{OUTCOME_LOOKS[outcome.status].sign} </span>
          <span className="sr-only">{t(`node.signs.${outcome.status}`)}, </span>
          {outcome.visits > 1 ? `${number(outcome.visits)}×` : outcome.last && duration(outcome.durationMs)}
        </span>
      )}
      {outcome === undefined && <span className="text-muted">{t("node.notReached")}</span>}
    </span>
  );
}

type PillProps = { description: string; isOpen: boolean; name: string; onAdd: (() => void) | undefined };

/** An unconnected port offers to add a step; a connected one shows only its label. */
function PortPill({ description, isOpen, name, onAdd }: PillProps) {
  const { t } = useSpeech();
  const look =
    "flex h-5 items-center gap-0.5 whitespace-nowrap rounded-full border bg-surface px-2 text-xs leading-none";
  if (!isOpen || !onAdd) return <span className={`${look} border-edge text-muted`}>{description}</span>;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onAdd}
      aria-label={t("node.addAfter", { title: name, port: description })}
      className={`nodrag nopan ${look} relative border-edge border-dashed text-muted after:absolute after:-inset-1 hover:border-accent hover:text-accent`}
    >
      {description}
      <Plus aria-hidden="true" className="size-3" />
    </button>
  );
}

/** The accessible description of a part. */
export function partLabel({ partRef, part, problems, outcome, mark, loop }: PartData, speech: Speech): string {
  const { t } = speech;
  const { label } = speech.kind(partRef, part);
  return [
    "step" in partRef ? t("node.step", { name: partRef.step, label }) : t("node.trigger", { label }),
    mark ? t(`changes.what.${mark}`) : "",
    loop === undefined ? "" : t("node.inLoop", { loop }),
    ...portsOf(partRef, part).flatMap(({ port, word }) =>
      part[port].length > 0 ? [t("node.leads", { port: speech.port(word), names: part[port].join(", ") })] : [],
    ),
    problems > 0 ? t("node.problems", { count: problems }) : "",
    outcome ? t(`node.outcomes.${outcome.status}`) : outcome === undefined ? t("node.notReached") : "",
  ]
    .filter(Boolean)
    .join("; ");
}
