import { type Draft, idOf } from "../model/draft.ts";
import { arrowsOf, partsOf } from "../model/graph.ts";

/**
 * Splits the parts of a draft into consecutive pieces, by their ids: the first part of each is the last part of the
 * previous one, and no arrow skips it. A piece has at least this many parts, where the formula can be split.
 */
export function piecesOf(draft: Draft, least: number): string[][] {
  const { order, targets, sources } = onward(draft);
  const pieces: string[][] = [];
  const seen = new Set<string>();
  let piece: string[] = [];
  /** Arrows from visited to unvisited parts. */
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

/** The parts in topological order, and the arrows that do not lead back. */
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
