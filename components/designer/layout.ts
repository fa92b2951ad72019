import { layout as dagreLayout, Graph } from "@dagrejs/dagre";
import { type Draft, idOf } from "./draft.ts";
import { arrowsOf, partsOf } from "./graph.ts";

export type Position = { x: number; y: number };

/** Every part is drawn this large, so that a formula can be laid out before anything is on the screen. */
export const PART_SIZE = { width: 248, height: 76 };

/**
 * Where the parts of a formula stand, top down, by their ids; the top left corner of each. A formula has no
 * coordinates: this is made when it is opened. Arrows that lead back do not pull their step up.
 */
export function layOut(draft: Draft): Map<string, Position> {
  const graph = new Graph();
  graph.setGraph({ rankdir: "TB", nodesep: 44, ranksep: 72, marginx: 24, marginy: 24 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { ref } of partsOf(draft)) graph.setNode(idOf(ref), { ...PART_SIZE });
  for (const { from, to, returns } of arrowsOf(draft)) {
    if (!returns) graph.setEdge(idOf(from), idOf({ step: to }));
  }
  dagreLayout(graph);
  const places = new Map(graph.nodes().map((id) => [id, graph.node(id)] as const));
  const centre = (id: string) => places.get(id)?.x ?? 0;
  const side = leaning(draft, centre);
  return new Map(
    graph.nodes().map((id) => {
      const { y = 0 } = graph.node(id);
      return [id, { x: side * centre(id) - PART_SIZE.width / 2, y: y - PART_SIZE.height / 2 }];
    }),
  );
}

const LANE = { beside: 36, apart: 18 };

/** Where each arrow that leads back runs up, left of everything that it passes; the shortest is the nearest. */
export function lanesOf(draft: Draft, places: ReadonlyMap<string, Position>): Map<string, number> {
  const spans = arrowsOf(draft)
    .filter(({ returns }) => returns)
    .map(({ id, from, to }) => {
      const [top = 0, bottom = 0] = [idOf({ step: to }), idOf(from)].map((part) => places.get(part)?.y);
      return { id, top, bottom };
    })
    .sort((one, other) => one.bottom - one.top - (other.bottom - other.top));
  return new Map(
    spans.map(({ id, top, bottom }, index) => {
      const passed = [...places.values()].filter(({ y }) => y >= top && y <= bottom);
      const beside = spans.slice(0, index).filter((inner) => inner.top <= bottom && inner.bottom >= top);
      return [id, Math.min(...passed.map(({ x }) => x)) - LANE.beside - beside.length * LANE.apart] as const;
    }),
  );
}

/** -1 when more forks have their usual way on the right: then the picture is turned over, since its port is on the left. */
function leaning(draft: Draft, centre: (id: string) => number): 1 | -1 {
  const forks = draft.steps.map(({ onSuccess: [usual], onFailure: [other] }) =>
    usual === undefined || other === undefined
      ? 0
      : Math.sign(centre(idOf({ step: usual })) - centre(idOf({ step: other }))),
  );
  return forks.reduce<number>((sum, fork) => sum + fork, 0) > 0 ? -1 : 1;
}

/** The same text as long as the same parts are joined in the same way. */
export const layoutKey = (draft: Draft): string =>
  JSON.stringify(partsOf(draft).map(({ ref, part }) => [idOf(ref), part.onSuccess, part.onFailure]));
