import { type Draft, idOf } from "../model/draft.ts";
import { arrowsOf, partsOf } from "../model/graph.ts";
import { loopBodies } from "../model/loop-bodies.ts";
import { firstPiece, isLarge, placedInPieces } from "./layout-large.ts";
import { PART_SIZE, type Position, placed } from "./layout-small.ts";

export { PART_SIZE, type Position } from "./layout-small.ts";

/**
 * Lays out the parts of a formula from top to bottom; returns the top left corner of each by its id. Formulas store no
 * coordinates: the layout is computed when a formula is opened. Arrows that lead back do not pull their step up, and
 * only the steps of a loop are placed among them. Parts of a large formula that exceed the time budget are placed in a
 * column until `layOutMore` reaches them.
 */
export function layOut(draft: Draft, isTimeLeft: () => boolean = () => true): Map<string, Position> {
  const [centers, seen] = isLarge(draft)
    ? [placedInPieces(draft, isTimeLeft), firstPiece(draft)]
    : [placed(draft), undefined];
  const side = leaning(draft, (id) => (!seen || seen.has(id) ? (centers.get(id)?.x ?? 0) : 0));
  return new Map(
    [...centers].map(([id, { x, y }]) => [id, { x: side * x - PART_SIZE.width / 2, y: y - PART_SIZE.height / 2 }]),
  );
}

export type Frame = { loop: string; x: number; y: number; width: number; height: number };

const FRAME = { beside: 18, above: 30, below: 42, apart: 14 };

/** The contents of a loop's frame: its steps, the arrows that lead back among them, and the frames inside it. */
export type Framed = { loop: string; ids: string[]; lanes: number[]; margin: number };

/** The loops that have steps, outer ones before inner ones. */
export const framedOf = (
  bodies: ReadonlyMap<string, ReadonlySet<string>>,
  lanes: ReadonlyMap<string, number>,
): Framed[] =>
  [...bodies]
    .filter(([, body]) => body.size > 0)
    .sort(([, one], [, other]) => other.size - one.size)
    .map(([loop, body]) => ({
      loop,
      ids: [...body].map((step) => idOf({ step })),
      lanes: [...lanes].filter(([arrow]) => isFrom(arrow, body)).map(([, x]) => x + FRAME.apart / 2),
      margin: levelsIn(body, bodies) * FRAME.apart,
    }));

/** The frames at the current positions of their steps: computed for every frame of a drag. */
export const framesOf = (framed: readonly Framed[], places: ReadonlyMap<string, Position>): Frame[] =>
  framed.flatMap(({ loop, ids, lanes, margin }) => {
    const stands = ids.flatMap((id) => places.get(id) ?? []);
    if (stands.length === 0) return [];
    const x = Math.min(...stands.map((at) => at.x), ...lanes) - FRAME.beside - margin;
    const y = Math.min(...stands.map((at) => at.y)) - FRAME.above - margin;
    const right = Math.max(...stands.map((at) => at.x)) + PART_SIZE.width + FRAME.beside + margin;
    const bottom = Math.max(...stands.map((at) => at.y)) + PART_SIZE.height + FRAME.below + margin;
    return { loop, x, y, width: right - x, height: bottom - y };
  });

const isFrom = (arrow: string, body: ReadonlySet<string>) => body.has(arrow.split("→")[0]?.slice("step:".length) ?? "");

/** The number of nested loops in a body. */
function levelsIn(body: ReadonlySet<string>, bodies: ReadonlyMap<string, ReadonlySet<string>>): number {
  const inner = [...bodies].filter(([loop, own]) => body.has(loop) && own.size > 0);
  return Math.max(0, ...inner.map(([, own]) => 1 + levelsIn(own, bodies)));
}

const LANE = { beside: 36, apart: 18 };

/**
 * The horizontal position of each arrow that leads back, left of all parts that it passes; the shortest is the nearest.
 * An arrow back to a loop only passes the steps of that loop.
 */
export function lanesOf(draft: Draft, places: ReadonlyMap<string, Position>): Map<string, number> {
  const bodies = loopBodies(draft);
  const spans = arrowsOf(draft)
    .filter(({ returns }) => returns)
    .map(({ id, from, to }) => {
      const [top = 0, bottom = 0] = [idOf({ step: to }), idOf(from)].map((part) => places.get(part)?.y);
      const body = "step" in from && bodies.get(to)?.has(from.step) ? bodies.get(to) : undefined;
      return { id, to, top, bottom, body };
    })
    .sort((one, other) => one.bottom - one.top - (other.bottom - other.top));
  return new Map(
    spans.map(({ id, to, top, bottom, body }, index) => {
      const isPassed = (part: string) => !body || body.has(part.slice("step:".length));
      const passed = [...places].filter(([part, { y }]) => y >= top && y <= bottom && isPassed(part));
      const beside = spans
        .slice(0, index)
        .filter((inner) => inner.top <= bottom && inner.bottom >= top)
        .filter((inner) => !body || inner.to === to || body.has(inner.to));
      return [id, Math.min(...passed.map(([, { x }]) => x)) - LANE.beside - beside.length * LANE.apart] as const;
    }),
  );
}

/** -1 if more forks have their usual path on the right: then the layout is mirrored, since that port is on the left. */
function leaning(draft: Draft, center: (id: string) => number): 1 | -1 {
  const onward = Map.groupBy(
    arrowsOf(draft).filter(({ returns }) => !returns),
    ({ from }) => idOf(from),
  );
  const forks = [...onward.values()].map((arrows) => {
    const [usual, other] = (["onSuccess", "onFailure"] as const).map((port) =>
      arrows.find((arrow) => arrow.port === port),
    );
    return usual && other ? Math.sign(center(idOf({ step: usual.to })) - center(idOf({ step: other.to }))) : 0;
  });
  return forks.reduce<number>((sum, fork) => sum + fork, 0) > 0 ? -1 : 1;
}

/** A cache key: equal for the same parts with the same arrows. */
export const layoutKey = (draft: Draft): string =>
  JSON.stringify(partsOf(draft).map(({ ref, part }) => [idOf(ref), part.type, part.onSuccess, part.onFailure]));
