import { type Draft, idOf, type Port } from "../model/draft.ts";
import { arrowsOf, partsOf, primaryPort } from "../model/graph.ts";

type Center = { x: number; y: number };
/** The smallest distances between the centers of two parts beside each other, and below each other. */
type Gaps = { x: number; y: number };

/**
 * Moves parts sideways so that chains of success are straight: below each part is the first step behind its primary
 * port. What only leads on from there moves along. A part that would come too close to another stays where it is.
 */
export function straightened(draft: Draft, placed: ReadonlyMap<string, Center>, gaps: Gaps): Map<string, Center> {
  const centers = new Map(placed);
  const { children, parents } = neighbors(draft, centers);
  const primary = primaryTargets(draft);
  const topDown = [...centers].sort(([, one], [, other]) => one.y - other.y).map(([id]) => id);
  const aligned = new Set<string>();
  for (const id of topDown) {
    const target = primary.get(id);
    const [from, to] = [centers.get(id), target === undefined ? undefined : centers.get(target)];
    if (!from || !to || target === undefined || aligned.has(target)) continue;
    const by = from.x - to.x;
    // The other branches of the part keep their place beside the moved one, if they may move at all.
    const together = onlyBehind(children.get(id) ?? [], { children, parents, from: id });
    const alone = onlyBehind([target], { children, parents, from: id });
    const moved = [together, alone].find((group) => group.has(target) && isFree(centers, group, { by, gaps }));
    if (!moved) continue;
    aligned.add(target);
    if (by !== 0) for (const one of moved) shift(centers, one, by);
  }
  return centers;
}

/** The part that each part should be above: the first target of its primary port that does not lead back. */
function primaryTargets(draft: Draft): Map<string, string> {
  const ports = new Map<string, Port>(partsOf(draft).map(({ ref, part }) => [idOf(ref), primaryPort(ref, part)]));
  const targets = new Map<string, string>();
  for (const { from, port, to, returns } of arrowsOf(draft)) {
    const id = idOf(from);
    if (!returns && port === ports.get(id) && !targets.has(id)) targets.set(id, idOf({ step: to }));
  }
  return targets;
}

type Neighbors = { children: ReadonlyMap<string, string[]>; parents: ReadonlyMap<string, string[]> };

function neighbors(draft: Draft, centers: ReadonlyMap<string, Center>): Neighbors {
  const pairs = arrowsOf(draft)
    .filter(({ from, to, returns }) => !returns && centers.has(idOf(from)) && centers.has(idOf({ step: to })))
    .map(({ from, to }) => ({ from: idOf(from), to: idOf({ step: to }) }));
  const grouped = (key: "from" | "to", value: "from" | "to") =>
    new Map([...Map.groupBy(pairs, (pair) => pair[key])].map(([id, all]) => [id, all.map((pair) => pair[value])]));
  return { children: grouped("from", "to"), parents: grouped("to", "from") };
}

/** These parts, and those that every way from the trigger reaches only through them. */
function onlyBehind(roots: readonly string[], { children, parents, from }: Neighbors & { from: string }): Set<string> {
  const group = new Set<string>();
  const open = [...roots];
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    if (group.has(id)) continue;
    const isOwned = (parents.get(id) ?? []).every((parent) => parent === from || group.has(parent));
    if (!isOwned) continue;
    group.add(id);
    open.push(...(children.get(id) ?? []));
  }
  return group;
}

/** Whether a group that moves sideways keeps its distance from all other parts. */
function isFree(
  centers: ReadonlyMap<string, Center>,
  group: ReadonlySet<string>,
  { by, gaps }: { by: number; gaps: Gaps },
): boolean {
  if (by === 0) return true;
  const others = [...centers].filter(([id]) => !group.has(id)).map(([, center]) => center);
  return [...group].every((id) => {
    const { x, y } = centers.get(id) ?? { x: 0, y: 0 };
    return others.every((other) => Math.abs(other.y - y) >= gaps.y || Math.abs(other.x - x - by) >= gaps.x);
  });
}

function shift(centers: Map<string, Center>, id: string, by: number): void {
  const center = centers.get(id);
  if (center) centers.set(id, { x: center.x + by, y: center.y });
}
