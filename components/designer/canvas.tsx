"use client";

import {
  applyNodeChanges,
  Background,
  type Connection,
  Controls,
  type Edge,
  MarkerType,
  MiniMap,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from "@xyflow/react";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import "@xyflow/react/dist/style.css";
import "./canvas.css";
import { type ArrowData, ArrowEdge, type ArrowFlowEdge } from "./arrow-edge.tsx";
import type { Spot } from "./change-draft.ts";
import { useDesign, useDraft } from "./design.ts";
import { idOf, type Port, refOf, type StepTypeName } from "./draft.ts";
import { arrowsOf, partsOf } from "./graph.ts";
import { lanesOf, layOut, layoutKey, PART_SIZE, type Position } from "./layout.ts";
import { isTaken, outcomesOf } from "./lens.ts";
import { type PartData, type PartFlowNode, PartNode, partLabel } from "./part-node.tsx";
import type { Problem } from "./problems.ts";

const NODE_TYPES = { part: PartNode };
const EDGE_TYPES = { arrow: ArrowEdge };
const MINIMAP_FROM = 15;
const SEEN_AS_A_WHOLE = 8;
/** What a palette entry carries while it is dragged. */
export const DRAGGED_TYPE = "application/x-formulary-step";

type Props = {
  problems: Problem[];
  /** Without it the formula can be looked at, and not changed. */
  onAdd?: (spot: Spot) => void;
  /** A type was dropped: on an arrow, on a part, or on nothing. */
  onDrop?: (type: StepTypeName, spot: Spot | undefined) => void;
};

export function Canvas(props: Props) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow({ problems, onAdd, onDrop }: Props) {
  const draft = useDraft();
  const lens = useDesign((design) => design.lens);
  const selected = useDesign((design) => design.selected);
  const change = useDesign((design) => design.change);
  const group = useDesign((design) => design.group);
  const select = useDesign((design) => design.select);
  const selectAll = useDesign((design) => design.selectAll);
  const flow = useReactFlow();
  const key = layoutKey(draft);
  // The layout depends on the parts and arrows alone, which is what the key tells.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const places = useMemo(() => layOut(draft), [key]);
  const lanes = useMemo(() => lanesOf(draft, places), [draft, places]);
  const frame = useRef<HTMLDivElement>(null);
  const moved = useRef(new Map<string, Position>());
  const [nodes, setNodes] = useState<PartFlowNode[]>([]);
  const [selectedArrow, setSelectedArrow] = useState<string | null>(null);
  const isFixed = !onAdd;
  const addAt = useCallback((from: Spot["from"], port: Port) => onAdd?.({ from, port }), [onAdd]);
  const onAddAt = isFixed ? undefined : addAt;

  const built = useMemo(() => {
    const outcomes = lens && outcomesOf(lens);
    const counts = new Map<string, number>();
    for (const { at } of problems) if (at) counts.set(idOf(at), (counts.get(idOf(at)) ?? 0) + 1);
    return partsOf(draft).map(({ ref, part }): PartFlowNode => {
      const id = idOf(ref);
      const outcome = !outcomes ? null : "step" in ref ? outcomes.get(ref.step) : (outcomes.get("trigger") ?? null);
      const data: PartData = { partRef: ref, part, problems: counts.get(id) ?? 0, outcome, onAdd: onAddAt };
      const position = moved.current.get(id) ?? places.get(id) ?? { x: 0, y: 0 };
      return { id, type: "part", position, data, ...PART_SIZE, measured: PART_SIZE, ariaLabel: partLabel(data) };
    });
  }, [draft, lens, problems, places, onAddAt]);

  // Nodes that stay as they are stay the same objects, so that of 500 only the changed ones are drawn again.
  useEffect(() => {
    const chosen = new Set(group);
    setNodes((current) => {
      const known = new Map(current.map((node) => [node.id, node]));
      return built.map((node) => {
        const before = known.get(node.id);
        const isSelected = chosen.has(node.id);
        const isSame = before?.data === node.data && before.selected === isSelected;
        return isSame ? before : { ...node, selected: isSelected };
      });
    });
  }, [built, group]);

  const edges = useMemo(() => {
    const reached = lens && outcomesOf(lens);
    return arrowsOf(draft).map((arrow): ArrowFlowEdge => {
      const taken = reached ? isTaken(reached, arrow) : false;
      const data: ArrowData = {
        arrow,
        taken,
        dimmed: Boolean(reached) && !taken,
        lane: lanes.get(arrow.id),
        onInsert: onAdd,
      };
      const color = taken ? "var(--success)" : "var(--edge)";
      const from = "step" in arrow.from ? arrow.from.step : "trigger";
      return {
        id: arrow.id,
        type: "arrow",
        selected: arrow.id === selectedArrow,
        source: idOf(arrow.from),
        sourceHandle: arrow.port,
        target: idOf({ step: arrow.to }),
        markerEnd: { type: MarkerType.ArrowClosed, color, width: 16, height: 16, markerUnits: "userSpaceOnUse" },
        ariaLabel: `${from}, ${arrow.label}, to ${arrow.to}`,
        data,
      };
    });
  }, [draft, lens, lanes, onAdd, selectedArrow]);

  // A small formula is always seen as a whole; of a large one the part that is selected comes into view.
  const show = useEffectEvent(() => {
    if (!frame.current?.clientWidth) return;
    if (nodes.length <= SEEN_AS_A_WHOLE) return void flow.fitView({ maxZoom: 1, padding: 0.15, duration: 200 });
    const node = selected === null ? undefined : flow.getInternalNode(selected);
    const pane = frame.current?.getBoundingClientRect();
    if (!selected || !node || !pane) return;
    const { x, y } = flow.flowToScreenPosition(node.internals.positionAbsolute);
    const isSeen = x > pane.left && y > pane.top && x < pane.right - 150 && y < pane.bottom - 60;
    if (!isSeen) void flow.fitView({ nodes: [{ id: selected }], maxZoom: 1, duration: 200 });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown follows the layout and the selection
  useEffect(() => {
    const soon = setTimeout(show, 60);
    return () => clearTimeout(soon);
  }, [selected, places]);
  useEffect(() => {
    if (!frame.current) return;
    const watcher = new ResizeObserver(() => show());
    watcher.observe(frame.current);
    return () => watcher.disconnect();
  }, []);

  function onNodesChange(changes: NodeChange<PartFlowNode>[]) {
    for (const moving of changes) {
      if (moving.type === "position" && moving.position) moved.current.set(moving.id, moving.position);
    }
    const chosen = new Set(group);
    for (const choosing of changes) {
      if (choosing.type === "select") chosen[choosing.selected ? "add" : "delete"](choosing.id);
    }
    if (chosen.size !== group.length || group.some((id) => !chosen.has(id))) selectAll([...chosen]);
    setNodes((current) =>
      applyNodeChanges(
        changes.filter(({ type }) => type !== "remove" && type !== "select"),
        current,
      ),
    );
  }

  function onConnect({ source, sourceHandle, target }: Connection) {
    if (!target.startsWith("step:")) return;
    const to = target.slice("step:".length);
    const port = sourceHandle === "onFailure" ? "onFailure" : "onSuccess";
    change({ do: "connect", from: refOf(source), port, to }, `Connected to ${to}.`);
  }

  function removeArrow({ data }: Edge) {
    const { arrow } = data as ArrowData;
    change({ do: "disconnect", from: arrow.from, port: arrow.port, to: arrow.to }, "Arrow removed.");
  }

  function tidy() {
    moved.current.clear();
    setNodes((current) => current.map((node) => ({ ...node, position: places.get(node.id) ?? node.position })));
    requestAnimationFrame(() => void flow.fitView({ maxZoom: 1, duration: 200 }));
  }

  return (
    <ReactFlow
      ref={frame}
      aria-label="Formula graph"
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      onNodesChange={onNodesChange}
      onConnect={onConnect}
      onEdgesDelete={(removed) => removed.forEach(removeArrow)}
      onBeforeDelete={async ({ edges: removed }) => ({ nodes: [], edges: removed.filter(({ selected }) => selected) })}
      onEdgesChange={(changes) => {
        for (const chosen of changes)
          if (chosen.type === "select")
            setSelectedArrow((now) => (chosen.selected ? chosen.id : now === chosen.id ? null : now));
      }}
      multiSelectionKeyCode={["Shift", "Control", "Meta"]}
      onPaneClick={() => select(null)}
      onDragOver={(event) => {
        if (!onDrop || !event.dataTransfer.types.includes(DRAGGED_TYPE)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
      }}
      onDrop={(event) => {
        const type = event.dataTransfer.getData(DRAGGED_TYPE);
        if (!onDrop || !type) return;
        event.preventDefault();
        // Palette entries carry only types of the registry.
        onDrop(type as StepTypeName, spotUnder(event.clientX, event.clientY, edges));
      }}
      deleteKeyCode={isFixed ? null : ["Delete"]}
      nodesConnectable={!isFixed}
      edgesFocusable={!isFixed}
      fitView
      fitViewOptions={{ maxZoom: 1, minZoom: 0.35, padding: 0.15 }}
      minZoom={0.1}
      maxZoom={1.75}
      onlyRenderVisibleElements={nodes.length > 120}
      proOptions={{ hideAttribution: true }}
    >
      <Background gap={20} size={1.2} color="var(--line)" />
      <Controls showInteractive={false} fitViewOptions={{ maxZoom: 1 }}>
        <button
          type="button"
          onClick={tidy}
          className="react-flow__controls-button"
          aria-label="Tidy up"
          title="Tidy up"
        >
          ≡
        </button>
      </Controls>
      {nodes.length >= MINIMAP_FROM && (
        <MiniMap
          pannable
          zoomable
          nodeColor="var(--edge)"
          maskColor="color-mix(in srgb, var(--ground) 70%, transparent)"
        />
      )}
    </ReactFlow>
  );
}

/** The arrow or part under the pointer. */
function spotUnder(x: number, y: number, edges: ArrowFlowEdge[]): Spot | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const edge = element.closest<HTMLElement>(".react-flow__edge");
    const arrow = edge && edges.find(({ id }) => id === edge.dataset.id)?.data?.arrow;
    if (arrow) return { from: arrow.from, port: arrow.port, before: arrow.to };
    const node = element.closest<HTMLElement>(".react-flow__node");
    if (node?.dataset.id) return { from: refOf(node.dataset.id), port: "onSuccess" };
  }
  return undefined;
}
