import { type Draft, idOf } from "../model/draft.ts";
import { partsOf } from "../model/graph.ts";
import { loopBodies, loopHomes } from "../model/loop-bodies.ts";
import { piecesOf } from "./layout-pieces.ts";
import { PART_SIZE, type Position, placed, SEPARATION } from "./layout-small.ts";

const LARGE = 100;
const PIECE = 30;
const ORIGIN: Position = { x: 0, y: 0 };
const BELOW = PART_SIZE.height + SEPARATION.ranksep;

type Centers = ReadonlyMap<string, Position>;
/** The pieces of the latest layout, by their dependencies. */
let laidOut: Map<string, Centers> = new Map();

/** Whether a formula would take too long to lay out in one step. */
export const isLarge = (draft: Draft): boolean => partsOf(draft).length > LARGE;

/** Decides whether the whole layout is mirrored: it must not flip when the rest is laid out. */
export const firstPiece = (draft: Draft): ReadonlySet<string> => new Set(piecesOf(draft, PIECE)[0]);

/**
 * Lays out large formulas piece by piece, each where the previous one ends, and its own end below all of it. An
 * unchanged piece is reused, so that adding a step takes as long as in a small formula; pieces that exceed the time
 * budget are placed in a column until `layOutMore` reaches them.
 */
export function placedInPieces(draft: Draft, isTimeLeft: () => boolean): Map<string, Position> {
  const centers = new Map<string, Position>();
  const keyOf = pieceKeys(draft);
  const before = laidOut;
  laidOut = new Map();
  for (const [index, piece] of piecesOf(draft, PIECE).entries()) {
    const key = keyOf(piece);
    const laid = before.get(key) ?? (index === 0 || isTimeLeft() ? placed(draft, new Set(piece)) : undefined);
    if (laid) laidOut.set(key, laid);
    addPiece(centers, piece, laid ?? inColumn(piece));
  }
  return centers;
}

function addPiece(centers: Map<string, Position>, piece: readonly string[], laid: Centers): void {
  const [first = "", last = ""] = [piece[0], piece.at(-1)];
  const [here = ORIGIN, there = ORIGIN] = centers.size === 0 ? [] : [laid.get(first), centers.get(first)];
  const by = { x: there.x - here.x, y: there.y - here.y };
  for (const [id, { x, y }] of laid) centers.set(id, { x: x + by.x, y: y + by.y });
  const lowest = Math.max(...piece.filter((id) => id !== last).map((id) => centers.get(id)?.y ?? 0));
  const { x, y } = centers.get(last) ?? ORIGIN;
  if (piece.length > 1) centers.set(last, { x, y: Math.max(y, lowest + BELOW) });
}

const inColumn = (piece: readonly string[]): Centers =>
  new Map(piece.map((id, place) => [id, { x: 0, y: place * BELOW }]));

/** Lays out the next pending piece; false if there was none. */
export function layOutMore(draft: Draft): boolean {
  if (!isLarge(draft)) return false;
  const keyOf = pieceKeys(draft);
  const next = piecesOf(draft, PIECE).find((piece) => !laidOut.has(keyOf(piece)));
  if (next) laidOut.set(keyOf(next), placed(draft, new Set(next)));
  return next !== undefined;
}

/** A cache key: the same for the same parts, arrows and loops. */
function pieceKeys(draft: Draft): (piece: readonly string[]) => string {
  const homes = loopHomes(loopBodies(draft));
  const parts = new Map(
    partsOf(draft).map(({ ref, part }) => {
      const loop = "step" in ref ? homes.get(ref.step) : undefined;
      return [idOf(ref), [idOf(ref), part.type, part.onSuccess, part.onFailure, loop]];
    }),
  );
  return (piece) => JSON.stringify(piece.map((id) => parts.get(id)));
}
