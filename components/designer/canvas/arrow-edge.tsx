"use client";

import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath } from "@xyflow/react";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import type { InsertionPoint } from "../model/change-draft.ts";
import { idOf } from "../model/draft.ts";
import type { Arrow } from "../model/graph.ts";
import { PART_SIZE } from "./layout.ts";

export type ArrowData = {
  arrow: Arrow;
  taken: boolean;
  dimmed: boolean;
  /** The lane of an arrow that leads back. */
  lane: number | undefined;
  /** It leaves by the port of the usual path. */
  isPrimary: boolean;
  onInsert: ((insertionPoint: InsertionPoint) => void) | undefined;
};
const BEND = 12;

export type ArrowFlowEdge = Edge<ArrowData, "arrow">;

/** An arrow from a port to a step: dashed unless it is the usual path, with a button that inserts a step. */
export const ArrowEdge = memo(function ArrowEdge({ data, markerEnd, selected, ...ends }: EdgeProps<ArrowFlowEdge>) {
  const t = useTranslations("designer.arrow");
  if (!data) return null;
  const { arrow, taken, dimmed, lane, isPrimary, onInsert } = data;
  const [path, x, y] =
    lane === undefined ? getSmoothStepPath({ ...ends, borderRadius: 14, offset: 18 }) : wayBack(ends, lane);
  const from = "step" in arrow.from ? arrow.from.step : t("theTrigger");
  return (
    <>
      <BaseEdge
        path={path}
        {...(markerEnd && { markerEnd })}
        style={{
          // The variables are set while the arrow has the focus.
          stroke: `var(--arrow-color, var(${selected ? "--accent" : taken ? "--success" : "--edge"}))`,
          strokeWidth: `var(--arrow-width, ${taken ? 3 : 1.5})`,
          strokeDasharray: isPrimary ? undefined : "6 4",
          // Fainter lines have less contrast than 3:1.
          opacity: dimmed ? 0.75 : 1,
        }}
      />
      <EdgeLabelRenderer>
        <span
          data-from={idOf(arrow.from)}
          className="nodrag nopan pointer-events-auto absolute flex items-center gap-1"
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        >
          {arrow.of > 1 && (
            <span
              className="grid size-4 place-items-center rounded-full bg-code text-xs text-muted"
              title={t("order", { order: arrow.order, count: arrow.of })}
            >
              {arrow.order}
            </span>
          )}
          {arrow.returns && (
            <span title={arrow.to} className="max-w-40 truncate rounded bg-ground px-1 text-muted text-xs">
              ↩ {arrow.to}
            </span>
          )}
          {onInsert && (
            <button
              type="button"
              aria-label={t("insert", { from, to: arrow.to })}
              aria-haspopup="dialog"
              onClick={() => onInsert({ from: arrow.from, port: arrow.port, before: arrow.to })}
              className="relative grid size-5 place-items-center rounded-full border border-edge bg-surface text-muted after:absolute after:-inset-0.5 hover:border-accent hover:text-accent"
            >
              <Plus aria-hidden="true" className="size-3" />
            </button>
          )}
        </span>
      </EdgeLabelRenderer>
    </>
  );
});

type Ends = Pick<EdgeProps, "sourceX" | "sourceY" | "targetX" | "targetY">;

/** Down, out to the lane, up, and in from the left: an arrow that leads back never crosses a part. */
function wayBack({ sourceX, sourceY, targetX, targetY }: Ends, lane: number): [path: string, x: number, y: number] {
  const left = targetX - PART_SIZE.width / 2;
  // A part that was moved manually must not be in the way.
  const x = Math.min(lane, sourceX - PART_SIZE.width / 2, left - 2 * BEND);
  const [below, into] = [sourceY + 2 * BEND, targetY + PART_SIZE.height / 2];
  const path = [
    `M ${sourceX} ${sourceY} V ${below - BEND}`,
    `Q ${sourceX} ${below} ${sourceX - BEND} ${below} H ${x + BEND}`,
    `Q ${x} ${below} ${x} ${below - BEND} V ${into + BEND}`,
    `Q ${x} ${into} ${x + BEND} ${into} H ${left}`,
  ].join(" ");
  return [path, x, (below + into) / 2];
}
