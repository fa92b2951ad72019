import type { InsertionPoint } from "../model/change-draft.ts";
import { idOf, refOf } from "../model/draft.ts";
import type { ArrowFlowEdge } from "./arrow-edge.tsx";
import { PART_SIZE, type Position } from "./layout.ts";

/** From this zoom on, all text is at least 11 pixels high. Below it, only names are shown, and they stay that high. */
export const READABLE = 0.92;
/** A formula with at most this many parts may be opened as a whole. */
export const SEEN_AS_A_WHOLE = 4;
const ROOM = 48;

/** Shows all parts, with room for arrows that lead back. */
export function wholeView(places: ReadonlyMap<string, Position>, lanes: ReadonlyMap<string, number>) {
  const left = places.size === 0 ? 0 : Math.min(...[...places.values()].map(({ x }) => x));
  const beside = Math.max(0, left - Math.min(left, ...lanes.values()));
  const padding = { left: `${ROOM + beside}px`, right: `${ROOM}px`, top: `${ROOM}px`, bottom: `${ROOM}px` } as const;
  return { maxZoom: 1, padding };
}

/** Whether all of a formula can be shown in a frame at a readable size. */
export function isReadableAsAWhole(
  places: ReadonlyMap<string, Position>,
  lanes: ReadonlyMap<string, number>,
  { clientWidth, clientHeight }: Pick<HTMLElement, "clientWidth" | "clientHeight">,
): boolean {
  const all = [...places.values()];
  if (all.length === 0) return true;
  const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)];
  const width = Math.max(...xs) + PART_SIZE.width - Math.min(...xs, ...lanes.values());
  const height = Math.max(...ys) + PART_SIZE.height - Math.min(...ys);
  return width * READABLE <= clientWidth - 2 * ROOM && height * READABLE <= clientHeight - 2 * ROOM;
}

/** The parts that are shown first, at a readable size: the failed one, or else the beginning. */
export function beginning(places: ReadonlyMap<string, Position>, failed?: string): { nodes: { id: string }[] } {
  const id = failed === undefined ? undefined : idOf({ step: failed });
  if (id !== undefined && places.has(id)) return { nodes: [{ id }] };
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
