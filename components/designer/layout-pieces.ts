import { type Draft, idOf } from "./draft.ts";
import { arrowsOf, partsOf } from "./graph.ts";

/**
 * The parts of a draft in pieces that follow each other, by their ids: the first part of each is the last of the one
 * before, and no arrow leads past it. A piece has at least so many parts, where the formula has such places.
 */
export function piecesOf(draft: Draft, least: number): string[][] {
  const { order, targets, sources } = onward(draft);
  const pieces: string[][] = [];
  const seen = new Set<string>();
  let piece: string[] = [];
  /** Arrows from what was seen to what was not. */
  let open = 0;
  for (const id of order) {
    const incoming = (sources.get(id) ?? []).filter((source) => seen.has(source)).length;
    piece.push(id);
    if (open > 0 && open === incoming && piece.length >= least) {
      pieces.push(piece);
      piece = [id];
    }
    seen.add(id);
    open += (targets.get(id) ?? []).length - incoming;
  }
  return [...pieces, piece];
}

/** Every part behind those that lead to it, and the arrows that do not lead back. */
function onward(draft: Draft) {
  const ids = partsOf(draft).map(({ ref }) => idOf(ref));
  const pairs = arrowsOf(draft)
    .filter(({ returns }) => !returns)
    .map(({ from, to }) => ({ from: idOf(from), to: idOf({ step: to }) }));
  const targets = new Map(
    [...Map.groupBy(pairs, ({ from }) => from)].map(([id, all]) => [id, all.map(({ to }) => to)]),
  );
  const sources = new Map(
    [...Map.groupBy(pairs, ({ to }) => to)].map(([id, all]) => [id, all.map(({ from }) => from)]),
  );
  const missing = new Map(ids.map((id) => [id, sources.get(id)?.length ?? 0]));
  const order = ids.filter((id) => missing.get(id) === 0);
  for (const id of order)
    for (const target of targets.get(id) ?? []) {
      const left = (missing.get(target) ?? 0) - 1;
      missing.set(target, left);
      if (left === 0) order.push(target);
    }
  return { order, targets, sources };
}
