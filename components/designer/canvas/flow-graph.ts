import { MarkerType } from "@xyflow/react";
import type { Marks } from "../model/design.ts";
import { type Draft, idOf } from "../model/draft.ts";
import { type Arrow, partsOf, primaryPort } from "../model/graph.ts";
import type { loopHomes } from "../model/loop-bodies.ts";
import type { Problem } from "../model/problem.ts";
import { isTaken, type outcomesOf } from "../model/run-overlay.ts";
import type { Speech } from "../model/speech.ts";
import type { ArrowData, ArrowFlowEdge } from "./arrow-edge.tsx";
import { PART_SIZE } from "./layout.ts";
import { handlesOf } from "./part-handles.ts";
import { type PartData, type PartFlowNode, partLabel } from "./part-node.tsx";

type Outcomes = ReturnType<typeof outcomesOf> | null;

type OfNodes = {
  draft: Draft;
  problems: Problem[];
  outcomes: Outcomes;
  marks: Marks | null;
  homes: ReturnType<typeof loopHomes>;
  onAdd: PartData["onAdd"];
  speech: Speech;
};

/** The parts of a formula as React Flow nodes, without positions. */
export function flowNodes({ draft, problems, outcomes, marks, homes, onAdd, speech }: OfNodes): PartFlowNode[] {
  const counts = new Map<string, number>();
  for (const { at } of problems) if (at) counts.set(idOf(at), (counts.get(idOf(at)) ?? 0) + 1);
  return partsOf(draft).map(({ ref, part }) => {
    const id = idOf(ref);
    const outcome = !outcomes ? null : "step" in ref ? outcomes.get(ref.step) : (outcomes.get("trigger") ?? null);
    const loop = "step" in ref ? homes.get(ref.step) : undefined;
    const data: PartData = {
      partRef: ref,
      part,
      problems: counts.get(id) ?? 0,
      outcome,
      mark: marks?.get(id),
      loop,
      onAdd,
    };
    const ariaLabel = partLabel(data, speech);
    const handles = handlesOf(ref, part);
    return { id, type: "part", position: { x: 0, y: 0 }, data, handles, ...PART_SIZE, measured: PART_SIZE, ariaLabel };
  });
}

/** Unchanged nodes keep their identity, so that of 500 only the changed ones are rendered again. */
export function carriedOver(current: PartFlowNode[], built: PartFlowNode[], chosen: ReadonlySet<string>) {
  const known = new Map(current.map((node) => [node.id, node]));
  return built.map((node) => {
    const before = known.get(node.id);
    const isSelected = chosen.has(node.id);
    const isKept = before && before.selected === isSelected && isSameNode(before, node);
    return isKept ? before : { ...node, selected: isSelected };
  });
}

/** Whether two nodes of one part have the same appearance and position. */
function isSameNode(one: PartFlowNode, other: PartFlowNode): boolean {
  const { partRef: _, ...data } = one.data;
  return (
    one.position.x === other.position.x &&
    one.position.y === other.position.y &&
    one.ariaLabel === other.ariaLabel &&
    (Object.keys(data) as (keyof typeof data)[]).every((key) => one.data[key] === other.data[key])
  );
}

type OfEdges = {
  draft: Draft;
  arrows: Arrow[];
  outcomes: Outcomes;
  lanes: ReadonlyMap<string, number>;
  selectedArrow: string | null;
  onInsert: ArrowData["onInsert"];
  speech: Speech;
};

/** The arrows of a formula as React Flow edges. */
export function flowEdges({
  draft,
  arrows,
  outcomes,
  lanes,
  selectedArrow,
  onInsert,
  speech,
}: OfEdges): ArrowFlowEdge[] {
  const ports = new Map(partsOf(draft).map(({ ref, part }) => [idOf(ref), primaryPort(ref, part)]));
  const isPrimary = ({ from, port }: Arrow) => ports.get(idOf(from)) === port;
  return arrows.map((arrow) => {
    const taken = outcomes ? isTaken(outcomes, arrow) : false;
    const dimmed = outcomes !== null && !taken;
    const data: ArrowData = { arrow, taken, dimmed, lane: lanes.get(arrow.id), isPrimary: isPrimary(arrow), onInsert };
    const color = taken ? "var(--success)" : "var(--edge)";
    const from = "step" in arrow.from ? arrow.from.step : speech.t("arrow.trigger");
    return {
      id: arrow.id,
      type: "arrow",
      selected: arrow.id === selectedArrow,
      source: idOf(arrow.from),
      sourceHandle: arrow.port,
      target: idOf({ step: arrow.to }),
      markerEnd: { type: MarkerType.ArrowClosed, color, width: 16, height: 16, markerUnits: "userSpaceOnUse" },
      ariaLabel: speech.t("arrow.label", { from, port: speech.port(arrow.word), to: arrow.to }),
      data,
    };
  });
}
