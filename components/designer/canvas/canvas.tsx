"use client";

import {
  applyNodeChanges,
  Background,
  type Connection,
  Controls,
  type Edge,
  type EdgeChange,
  MiniMap,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from "@xyflow/react";
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import "@xyflow/react/dist/style.css";
import "./canvas.css";
import type { InsertionPoint } from "../model/change-draft.ts";
import { useDesign, useDesignStore, useDraft } from "../model/design.ts";
import { type Port, refOf, type StepTypeName } from "../model/draft.ts";
import { DRAGGED_TYPE } from "../model/dragged-type.ts";
import type { Problem } from "../model/problem.ts";
import { outcomesOf } from "../model/run-overlay.ts";
import { useSpeech } from "../model/speech.ts";
import { type ArrowData, ArrowEdge, type ArrowFlowEdge } from "./arrow-edge.tsx";
import {
  beginning,
  insertionPointUnder,
  isReadableAsAWhole,
  READABLE,
  SEEN_AS_A_WHOLE,
  wholeView,
} from "./canvas-view.ts";
import { carriedOver, flowEdges, flowNodes } from "./flow-graph.ts";
import { framesOf, PART_SIZE } from "./layout.ts";
import { LoopFrames } from "./loop-frames.tsx";
import { isArrowKey, neighborOf } from "./neighbor.ts";
import { type PartFlowNode, PartNode } from "./part-node.tsx";
import { useDrawing } from "./use-drawing.ts";
import { useStoreLayout } from "./use-store-layout.ts";
import { useTabStop } from "./use-tab-stop.ts";

const NODE_TYPES = { part: PartNode };
const EDGE_TYPES = { arrow: ArrowEdge };
const MINIMAP_FROM = 15;
/**
 * From this size on, only visible parts are rendered, without dots, which are the most expensive part of panning.
 */
const LARGE = 120;
/** Below this zoom no text is readable. */
const FAR = 0.3;
const LEAST_TEXT_PX = 11;
/** The zoom in steps, so that the parts are rendered again only a few times while it changes. */
const STEPS = 20;
const OPENING = { maxZoom: 1, minZoom: READABLE, padding: 0.15 };
/** How long the view takes to move, in milliseconds. */
const travelTime = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 200);
const AT_MOST_LIFE_SIZE = { maxZoom: 1 };
const SELECTS_MORE = ["Shift", "Control", "Meta"];
const onlySelectedArrows = async ({ edges }: { edges: ArrowFlowEdge[] }) => ({
  nodes: [],
  edges: edges.filter(({ selected }) => selected),
});

type Props = {
  problems: Problem[];
  /** If omitted, the formula is read-only. */
  onAdd?: (insertionPoint: InsertionPoint) => void;
  /** A type was dropped: on an arrow, on a part, or on the empty canvas. */
  onDrop?: (type: StepTypeName, insertionPoint: InsertionPoint | undefined) => void;
};

export function Canvas(props: Props) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow({ problems, onAdd, onDrop }: Props) {
  const zoom = useStore(({ transform: [, , zoom] }) => Math.floor(zoom * STEPS) / STEPS);
  const isReadable = useStore(({ transform: [, , zoom] }) => zoom >= READABLE);
  const isFar = zoom < FAR;
  const speech = useSpeech();
  const { t } = speech;
  const draft = useDraft();
  const overlay = useDesign((design) => design.overlay);
  const marks = useDesign((design) => design.marks);
  const selected = useDesign((design) => design.selected);
  const change = useDesign((design) => design.change);
  const group = useDesign((design) => design.group);
  const select = useDesign((design) => design.select);
  const deselect = useDesign((design) => design.deselect);
  const store = useDesignStore();
  const flow = useReactFlow();
  const { places, arrows, lanes, framed, homes } = useDrawing(draft);
  const frame = useRef<HTMLDivElement>(null);
  const isFixed = !onAdd;
  const moved = useDesign((design) => design.positions);
  const { move, tidy: storeTidied } = useStoreLayout(isFixed);
  const [nodes, setNodes] = useState<PartFlowNode[]>([]);
  const [selectedArrow, setSelectedArrow] = useState<string | null>(null);
  const addAt = useCallback((from: InsertionPoint["from"], port: Port) => onAdd?.({ from, port }), [onAdd]);
  const onAddAt = isFixed ? undefined : addAt;

  const outcomes = useMemo(() => overlay && outcomesOf(overlay), [overlay]);
  const built = useMemo(
    () =>
      flowNodes({ draft, problems, outcomes, marks, homes, onAdd: onAddAt, speech }).map((node) => ({
        ...node,
        position: moved.get(node.id) ?? places.get(node.id) ?? node.position,
      })),
    [draft, outcomes, marks, problems, places, homes, onAddAt, speech, moved],
  );

  useEffect(() => setNodes((current) => carriedOver(current, built, new Set(group))), [built, group]);

  const edges = useMemo(
    () => flowEdges({ draft, arrows, outcomes, lanes, selectedArrow, onInsert: onAdd, speech }),
    [draft, arrows, outcomes, lanes, onAdd, selectedArrow, speech],
  );
  const sources = useMemo(() => new Map(edges.map(({ id, source }) => [id, source])), [edges]);
  useTabStop(frame, selected, sources);
  const frames = useMemo(
    () => framesOf(framed, new Map(nodes.map(({ id, position }) => [id, position]))),
    [framed, nodes],
  );

  // A formula that is readable as a whole always fits the view; of others, the selected part scrolls into view.
  const show = useEffectEvent(() => {
    if (!frame.current?.clientWidth) return;
    if (isReadableAsAWhole(places, lanes, frame.current))
      return void flow.fitView({ ...wholeView(places, lanes), duration: travelTime() });
    const node = selected === null ? undefined : flow.getInternalNode(selected);
    const pane = frame.current?.getBoundingClientRect();
    if (!selected || !node || !pane) return;
    const { x, y } = node.internals.positionAbsolute;
    const from = flow.flowToScreenPosition({ x, y });
    const to = flow.flowToScreenPosition({ x: x + PART_SIZE.width, y: y + PART_SIZE.height });
    const isSeen = from.x > pane.left && from.y > pane.top && to.x < pane.right && to.y < pane.bottom;
    if (!isSeen) void flow.fitView({ nodes: [{ id: selected }], maxZoom: 1, duration: travelTime() });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view follows the layout and the selection
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

  // The props of React Flow stay identical during a drag: it notifies all parts of every change.
  const onNodesChange = useCallback(
    (changes: NodeChange<PartFlowNode>[]) => {
      const settled: Record<string, { x: number; y: number }> = {};
      for (const moving of changes) {
        if (moving.type !== "position") continue;
        if (moving.position) moved.set(moving.id, moving.position);
        const position = moved.get(moving.id);
        // At the end of a drag, and after each step by the keyboard.
        if (!moving.dragging && position) settled[moving.id] = position;
      }
      if (Object.keys(settled).length > 0) move(settled);
      const { group, selectAll } = store.getState();
      const chosen = new Set(group);
      const added = changes.filter((one) => one.type === "select" && one.selected && !chosen.has(one.id));
      for (const choosing of changes) {
        if (choosing.type === "select") chosen[choosing.selected ? "add" : "delete"](choosing.id);
      }
      if (chosen.size !== group.length || group.some((id) => !chosen.has(id)))
        selectAll([...chosen], added.length === 1 ? (added[0] as { id: string }).id : undefined);
      setNodes((current) =>
        applyNodeChanges(
          changes.filter(({ type }) => type !== "remove" && type !== "select"),
          current,
        ),
      );
    },
    [store, moved, move],
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
      change({ do: "connect", from: refOf(source), port, to }, t("announcements.connected", { name: to }));
    },
    [change, t],
  );
  const onEdgesDelete = useCallback(
    (removed: Edge[]) => {
      for (const { data } of removed) {
        const { arrow } = data as ArrowData;
        change({ do: "disconnect", from: arrow.from, port: arrow.port, to: arrow.to }, t("announcements.arrowRemoved"));
      }
    },
    [change, t],
  );
  const onEdgesChange = useCallback((changes: EdgeChange<ArrowFlowEdge>[]) => {
    for (const chosen of changes)
      if (chosen.type === "select")
        setSelectedArrow((now) => (chosen.selected ? chosen.id : now === chosen.id ? null : now));
  }, []);
  const failed = overlay?.steps.find(({ status }) => status === "failed")?.name;
  const opening = useMemo(
    () => (places.size <= SEEN_AS_A_WHOLE ? wholeView(places, lanes) : { ...OPENING, ...beginning(places, failed) }),
    [places, lanes, failed],
  );

  /** Arrow keys follow the graph, and Escape deselects; with Alt they move the selected part, as React Flow does. */
  function follow(event: KeyboardEvent) {
    const id = (event.target as HTMLElement).closest<HTMLElement>(".react-flow__node")?.dataset.id;
    // React Flow would take the focus from the part.
    if (id !== undefined && event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      deselect();
    }
    if (id === undefined || !isArrowKey(event.key) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const positions = new Map(nodes.map(({ id, position }) => [id, position]));
    const next = neighborOf(draft, id, { key: event.key, places: positions });
    if (next === undefined) return;
    select(refOf(next));
    // In a large formula, invisible parts are rendered only after the view has moved there.
    if (!focusPart(frame.current, next)) setTimeout(() => focusPart(frame.current, next), LATER_MS + travelTime());
  }

  function tidy() {
    moved.clear();
    storeTidied();
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

  const isLarge = nodes.length > LARGE;
  return (
    <ReactFlow
      ref={frame}
      data-roving
      data-far={isFar || undefined}
      data-names-only={!isReadable || undefined}
      style={{ "--name-size": `${LEAST_TEXT_PX / Math.max(zoom, FAR)}px` } as CSSProperties}
      ariaLabelConfig={ariaLabels}
      aria-label={t("layout.graph")}
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
      // Moving a step does not open it, which may take as long as loading an editor.
      selectNodesOnDrag={false}
      onKeyDownCapture={follow}
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
        onDrop(type as StepTypeName, insertionPointUnder(event.clientX, event.clientY, edges));
      }}
      // Steps are deleted by the designer's own shortcut. Space is for typing: the editors beside the canvas are no
      // input elements that React Flow would recognize.
      panActivationKeyCode={null}
      deleteKeyCode={isFixed || selectedArrow === null ? null : "Delete"}
      nodesConnectable={!isFixed}
      edgesFocusable={!isFixed}
      fitView
      fitViewOptions={opening}
      minZoom={0.1}
      maxZoom={1.75}
      onlyRenderVisibleElements={isLarge}
    >
      {!isLarge && <Background gap={20} size={1.2} color="var(--line)" />}
      <Controls showInteractive={false} fitViewOptions={AT_MOST_LIFE_SIZE}>
        <button
          type="button"
          onClick={tidy}
          className="react-flow__controls-button"
          aria-label={t("layout.tidy")}
          title={t("layout.tidy")}
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

/** How long after a selection the view begins to move, with time to render. */
const LATER_MS = 200;

function focusPart(frame: HTMLElement | null, id: string): boolean {
  const part = frame?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`);
  part?.focus();
  return part != null;
}
