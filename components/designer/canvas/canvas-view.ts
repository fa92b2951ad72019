import type { InsertionPoint } from "../model/change-draft.ts";
import { refOf } from "../model/draft.ts";
import type { ArrowFlowEdge } from "./arrow-edge.tsx";
import type { Position } from "./layout.ts";

/** A formula with at most this many parts is readable as a whole. */
export const SEEN_AS_A_WHOLE = 8;
const SEEN_AT_ONCE = 40;
const ROOM = 48;

/** Shows all parts, with room for arrows that lead back. */
export function wholeView(places: ReadonlyMap<string, Position>, lanes: ReadonlyMap<string, number>) {
  const left = places.size === 0 ? 0 : Math.min(...[...places.values()].map(({ x }) => x));
  const beside = Math.max(0, left - Math.min(left, ...lanes.values()));
  const padding = { left: `${ROOM + beside}px`, right: `${ROOM}px`, top: `${ROOM}px`, bottom: `${ROOM}px` } as const;
  return { maxZoom: 1, padding };
}

/** The parts that are shown first if a formula is too large to be readable as a whole: its beginning. */
export function beginning(places: ReadonlyMap<string, Position>): { nodes?: { id: string }[] } {
  if (places.size <= SEEN_AT_ONCE) return {};
  const topDown = [...places].sort(([, one], [, other]) => one.y - other.y);
  return { nodes: topDown.slice(0, SEEN_AS_A_WHOLE).map(([id]) => ({ id })) };
}

/** The arrow or part under the pointer. */
export function insertionPointUnder(x: number, y: number, edges: ArrowFlowEdge[]): InsertionPoint | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const edge = element.closest<HTMLElement>(".react-flow__edge");
    const arrow = edge && edges.find(({ id }) => id === edge.dataset.id)?.data?.arrow;
    if (arrow) return { from: arrow.from, port: arrow.port, before: arrow.to };
    const node = element.closest<HTMLElement>(".react-flow__node");
    if (node?.dataset.id) return { from: refOf(node.dataset.id), port: "onSuccess" };
  }
  return undefined;
}
