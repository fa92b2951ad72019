"use client";

import {
  applyNodeChanges,
  Background,
  type Connection,
  Controls,
  type Edge,
  type EdgeChange,
  MarkerType,
  MiniMap,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from "@xyflow/react";
import { type MouseEvent, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import "@xyflow/react/dist/style.css";
import "./canvas.css";
import { type ArrowData, ArrowEdge, type ArrowFlowEdge } from "./arrow-edge.tsx";
import type { Spot } from "./change-draft.ts";
import { useDesign, useDesignStore, useDraft } from "./design.ts";
import { idOf, type Port, refOf, type StepTypeName } from "./draft.ts";
import { arrowsOf, partsOf } from "./graph.ts";
import { framesOf, lanesOf, layOut, layoutKey, PART_SIZE, type Position } from "./layout.ts";
import { isTaken, outcomesOf } from "./lens.ts";
import { loopBodies, loopHomes } from "./loop-bodies.ts";
import { LoopFrames } from "./loop-frames.tsx";
import { type PartData, type PartFlowNode, PartNode, partLabel } from "./part-node.tsx";
import type { Problem } from "./problems.ts";
import { useSpeech } from "./speech.ts";

const NODE_TYPES = { part: PartNode };
const EDGE_TYPES = { arrow: ArrowEdge };
const MINIMAP_FROM = 15;
const SEEN_AS_A_WHOLE = 8;
const SEEN_AT_ONCE = 40;
const ROOM = 48;
const OPENING = { maxZoom: 1, minZoom: 0.35, padding: 0.15 };
const AT_MOST_LIFE_SIZE = { maxZoom: 1 };
const SELECTS_MORE = ["Shift", "Control", "Meta"];
const PRO_OPTIONS = { hideAttribution: true };
const onlySelectedArrows = async ({ edges }: { edges: ArrowFlowEdge[] }) => ({
  nodes: [],
  edges: edges.filter(({ selected }) => selected),
});
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
  const speech = useSpeech();
  const { t } = speech;
  const draft = useDraft();
  const lens = useDesign((design) => design.lens);
  const selected = useDesign((design) => design.selected);
  const change = useDesign((design) => design.change);
  const group = useDesign((design) => design.group);
  const select = useDesign((design) => design.select);
  const store = useDesignStore();
  const flow = useReactFlow();
  const key = layoutKey(draft);
  // The layout depends on the parts and arrows alone, which is what the key tells.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const places = useMemo(() => layOut(draft), [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: so do the arrows
  const arrows = useMemo(() => arrowsOf(draft), [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: and the ways of those that lead back
  const lanes = useMemo(() => lanesOf(draft, places), [places]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: and the bodies of loops
  const bodies = useMemo(() => loopBodies(draft), [key]);
  const frame = useRef<HTMLDivElement>(null);
  const moved = useRef(new Map<string, Position>());
  const [nodes, setNodes] = useState<PartFlowNode[]>([]);
  const [selectedArrow, setSelectedArrow] = useState<string | null>(null);
  const isFixed = !onAdd;
  const addAt = useCallback((from: Spot["from"], port: Port) => onAdd?.({ from, port }), [onAdd]);
  const onAddAt = isFixed ? undefined : addAt;

  const outcomes = useMemo(() => lens && outcomesOf(lens), [lens]);
  const built = useMemo(() => {
    const counts = new Map<string, number>();
    const homes = loopHomes(bodies);
    for (const { at } of problems) if (at) counts.set(idOf(at), (counts.get(idOf(at)) ?? 0) + 1);
    return partsOf(draft).map(({ ref, part }): PartFlowNode => {
      const id = idOf(ref);
      const outcome = !outcomes ? null : "step" in ref ? outcomes.get(ref.step) : (outcomes.get("trigger") ?? null);
      const loop = "step" in ref ? homes.get(ref.step) : undefined;
      const data: PartData = { partRef: ref, part, problems: counts.get(id) ?? 0, outcome, loop, onAdd: onAddAt };
      const position = moved.current.get(id) ?? places.get(id) ?? { x: 0, y: 0 };
      return {
        id,
        type: "part",
        position,
        data,
        ...PART_SIZE,
        measured: PART_SIZE,
        ariaLabel: partLabel(data, speech),
      };
    });
  }, [draft, outcomes, problems, places, bodies, onAddAt, speech]);

  // Nodes that stay as they are stay the same objects, so that of 500 only the changed ones are drawn again.
  useEffect(() => {
    const chosen = new Set(group);
    setNodes((current) => {
      const known = new Map(current.map((node) => [node.id, node]));
      return built.map((node) => {
        const before = known.get(node.id);
        const isSelected = chosen.has(node.id);
        return before && before.selected === isSelected && isSameNode(before, node)
          ? before
          : { ...node, selected: isSelected };
      });
    });
  }, [built, group]);

  const edges = useMemo(() => {
    return arrows.map((arrow): ArrowFlowEdge => {
      const taken = outcomes ? isTaken(outcomes, arrow) : false;
      const data: ArrowData = {
        arrow,
        taken,
        dimmed: outcomes !== null && !taken,
        lane: lanes.get(arrow.id),
        onInsert: onAdd,
      };
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
  }, [arrows, outcomes, lanes, onAdd, selectedArrow, speech]);

  const frames = useMemo(
    () => framesOf(bodies, new Map(nodes.map(({ id, position }) => [id, position])), lanes),
    [bodies, nodes, lanes],
  );

  // A small formula is always seen as a whole; of a large one the part that is selected comes into view.
  const show = useEffectEvent(() => {
    if (!frame.current?.clientWidth) return;
    if (nodes.length <= SEEN_AS_A_WHOLE)
      return void flow.fitView({ maxZoom: 1, padding: roomFor(places, lanes), duration: 200 });
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

  // What React Flow is given stays the same while a part is dragged: it tells all parts of every change.
  const onNodesChange = useCallback(
    (changes: NodeChange<PartFlowNode>[]) => {
      for (const moving of changes) {
        if (moving.type === "position" && moving.position) moved.current.set(moving.id, moving.position);
      }
      const { group, selectAll } = store.getState();
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
    },
    [store],
  );
  const onNodeClick = useCallback(
    (event: MouseEvent, { id }: PartFlowNode) => {
      const isForOne = !event.shiftKey && !event.ctrlKey && !event.metaKey;
      if (isForOne && store.getState().group.length > 1) select(refOf(id));
    },
    [store, select],
  );
  const onPaneClick = useCallback(() => select(null), [select]);
  const onConnect = useCallback(
    ({ source, sourceHandle, target }: Connection) => {
      if (!target.startsWith("step:")) return;
      const to = target.slice("step:".length);
      const port = sourceHandle === "onFailure" ? "onFailure" : "onSuccess";
      change({ do: "connect", from: refOf(source), port, to }, t("said.connected", { name: to }));
    },
    [change, t],
  );
  const onEdgesDelete = useCallback(
    (removed: Edge[]) => {
      for (const { data } of removed) {
        const { arrow } = data as ArrowData;
        change({ do: "disconnect", from: arrow.from, port: arrow.port, to: arrow.to }, t("said.arrowRemoved"));
      }
    },
    [change, t],
  );
  const onEdgesChange = useCallback((changes: EdgeChange<ArrowFlowEdge>[]) => {
    for (const chosen of changes)
      if (chosen.type === "select")
        setSelectedArrow((now) => (chosen.selected ? chosen.id : now === chosen.id ? null : now));
  }, []);
  const opening = useMemo(() => ({ ...OPENING, ...beginning(places) }), [places]);

  function tidy() {
    moved.current.clear();
    setNodes((current) => current.map((node) => ({ ...node, position: places.get(node.id) ?? node.position })));
    requestAnimationFrame(() => void flow.fitView({ maxZoom: 1, duration: 200 }));
  }

  const ariaLabels = useMemo(
    () => ({
      "node.a11yDescription.default": speech.t("canvas.node"),
      "node.a11yDescription.keyboardDisabled": speech.t("canvas.nodeFixed"),
      "node.a11yDescription.ariaLiveMessage": ({ direction, x, y }: { direction: string; x: number; y: number }) =>
        speech.t("canvas.moved", { direction, x, y }),
      "edge.a11yDescription.default": speech.t("canvas.edge"),
      "controls.ariaLabel": speech.t("canvas.controls"),
      "controls.zoomIn.ariaLabel": speech.t("canvas.zoomIn"),
      "controls.zoomOut.ariaLabel": speech.t("canvas.zoomOut"),
      "controls.fitView.ariaLabel": speech.t("canvas.fitView"),
      "minimap.ariaLabel": speech.t("canvas.minimap"),
      "handle.ariaLabel": speech.t("canvas.handle"),
    }),
    [speech],
  );

  return (
    <ReactFlow
      ref={frame}
      ariaLabelConfig={ariaLabels}
      aria-label={t("desk.graph")}
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      onNodesChange={onNodesChange}
      onConnect={onConnect}
      onEdgesDelete={onEdgesDelete}
      onBeforeDelete={onlySelectedArrows}
      onEdgesChange={onEdgesChange}
      multiSelectionKeyCode={SELECTS_MORE}
      onPaneClick={onPaneClick}
      onNodeClick={onNodeClick}
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
      // Steps are deleted by the designer's own key.
      deleteKeyCode={isFixed || selectedArrow === null ? null : "Delete"}
      nodesConnectable={!isFixed}
      edgesFocusable={!isFixed}
      fitView
      fitViewOptions={opening}
      minZoom={0.1}
      maxZoom={1.75}
      onlyRenderVisibleElements={nodes.length > 120}
      proOptions={PRO_OPTIONS}
    >
      <Background gap={20} size={1.2} color="var(--line)" />
      <Controls showInteractive={false} fitViewOptions={AT_MOST_LIFE_SIZE}>
        <button
          type="button"
          onClick={tidy}
          className="react-flow__controls-button"
          aria-label={t("desk.tidy")}
          title={t("desk.tidy")}
        >
          ≡
        </button>
      </Controls>
      <LoopFrames frames={frames} />
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

/** What is left free around the parts, with room for the arrows that lead back. */
function roomFor(places: ReadonlyMap<string, Position>, lanes: ReadonlyMap<string, number>) {
  const left = Math.min(...[...places.values()].map(({ x }) => x));
  const beside = Math.max(0, left - Math.min(left, ...lanes.values()));
  return { left: `${ROOM + beside}px`, right: `${ROOM}px`, top: `${ROOM}px`, bottom: `${ROOM}px` } as const;
}

/** Of a formula that is too large to be read as a whole, the parts that are seen first: where it begins. */
function beginning(places: ReadonlyMap<string, Position>): { nodes?: { id: string }[] } {
  if (places.size <= SEEN_AT_ONCE) return {};
  const topDown = [...places].sort(([, one], [, other]) => one.y - other.y);
  return { nodes: topDown.slice(0, SEEN_AS_A_WHOLE).map(([id]) => ({ id })) };
}

/** Whether two nodes of one part look the same and stand in the same place. */
function isSameNode(one: PartFlowNode, other: PartFlowNode): boolean {
  const { partRef: _, ...data } = one.data;
  return (
    one.position.x === other.position.x &&
    one.position.y === other.position.y &&
    one.ariaLabel === other.ariaLabel &&
    (Object.keys(data) as (keyof typeof data)[]).every((key) => one.data[key] === other.data[key])
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
