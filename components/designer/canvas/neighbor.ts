import { type Draft, idOf } from "../model/draft.ts";
import { arrowsOf, partsOf, primaryPort } from "../model/graph.ts";

type Position = { x: number; y: number };
type Key = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

export const isArrowKey = (key: string): key is Key => /^Arrow(?:Up|Down|Left|Right)$/.test(key);

/**
 * The part that an arrow key leads to: down along the primary arrow and up against one, left and right to the next part
 * on the same level. Undefined where there is none.
 */
export function neighborOf(
  draft: Draft,
  id: string,
  { key, places }: { key: Key; places: ReadonlyMap<string, Position> },
): string | undefined {
  const here = places.get(id);
  if (key === "ArrowDown" || key === "ArrowUp")
    return key === "ArrowDown" ? below(draft, id) : above(draft, id, places);
  if (!here) return undefined;
  const side = key === "ArrowLeft" ? -1 : 1;
  const distance = ({ x, y }: Position) => Math.abs(x - here.x) + 4 * Math.abs(y - here.y);
  const [nearest] = [...places]
    .filter(([other, { x, y }]) => other !== id && side * (x - here.x) > 0 && Math.abs(y - here.y) < LEVEL)
    .sort(([, one], [, other]) => distance(one) - distance(other));
  return nearest?.[0];
}

/** Parts whose heights differ by less are on the same level. */
const LEVEL = 76;

function below(draft: Draft, id: string): string | undefined {
  const part = partsOf(draft).find(({ ref }) => idOf(ref) === id);
  if (!part) return undefined;
  const port = primaryPort(part.ref, part.part);
  const arrows = arrowsOf(draft).filter(({ from }) => idOf(from) === id);
  const arrow = arrows.find((one) => one.port === port) ?? arrows[0];
  return arrow && idOf({ step: arrow.to });
}

/** The nearest of the parts above. */
function above(draft: Draft, id: string, places: ReadonlyMap<string, Position>): string | undefined {
  const sources = arrowsOf(draft)
    .filter(({ to, returns }) => idOf({ step: to }) === id && !returns)
    .map(({ from }) => idOf(from));
  return sources.sort((one, other) => (places.get(other)?.y ?? 0) - (places.get(one)?.y ?? 0))[0];
}
