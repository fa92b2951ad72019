import { layout as dagreLayout, Graph } from "@dagrejs/dagre";
import { type Draft, idOf } from "../model/draft.ts";
import { arrowsOf, partsOf } from "../model/graph.ts";
import { loopBodies, loopHomes } from "../model/loop-bodies.ts";
import { straightened } from "./straighten.ts";

export type Position = { x: number; y: number };

/** All parts have this fixed size, so that a formula can be laid out before anything is rendered. */
export const PART_SIZE = { width: 248, height: 76 };

/** The horizontal and vertical gaps between parts. */
export const SEPARATION = { nodesep: 44, ranksep: 72 };

/** The centers of these parts, or of all, by dagre, with straight chains. It takes a millisecond or two for each. */
export function placed(draft: Draft, only?: ReadonlySet<string>): Map<string, Position> {
  const isMeant = (id: string) => !only || only.has(id);
  const bodies = loopBodies(draft);
  const graph = new Graph({ compound: bodies.size > 0 });
  graph.setGraph({ rankdir: "TB", ...SEPARATION, marginx: 24, marginy: 24 });
  graph.setDefaultEdgeLabel(() => ({}));
  const ids = partsOf(draft)
    .map(({ ref }) => idOf(ref))
    .filter(isMeant);
  for (const id of ids) graph.setNode(id, { ...PART_SIZE });
  const frameOf = (loop: string) => `loop:${loop}`;
  for (const [name, loop] of loopHomes(bodies)) {
    if (!isMeant(idOf({ step: name }))) continue;
    graph.setParent(idOf({ step: name }), frameOf(loop));
    if (bodies.get(name)?.size) graph.setParent(frameOf(name), frameOf(loop));
  }
  for (const { from, to, returns } of arrowsOf(draft)) {
    const [source, target] = [idOf(from), idOf({ step: to })];
    if (!returns && isMeant(source) && isMeant(target)) graph.setEdge(source, target);
  }
  dagreLayout(graph);
  const centers = new Map(
    ids.map((id) => {
      const { x = 0, y = 0 } = graph.node(id);
      return [id, { x, y }];
    }),
  );
  return straightened(draft, centers, bodies.size > 0 ? GAPS_WITH_FRAMES : GAPS);
}

const GAPS = { x: PART_SIZE.width + SEPARATION.nodesep, y: PART_SIZE.height + SEPARATION.ranksep / 2 };
/** Room for the frames of loops. */
const GAPS_WITH_FRAMES = { x: GAPS.x + 2 * SEPARATION.nodesep, y: PART_SIZE.height + SEPARATION.ranksep };
