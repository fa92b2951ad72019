import type { LookupResult, RoutingKey } from "#server/routing-key.ts";
import type { Cell } from "./cells.ts";

/**
 * `unknown`: no cell has it. `silent`: a cell that may have it does not respond. `ambiguous`: several have it.
 * `isPartial`: some cell did not respond.
 */
export type Location = { cell: Cell } | "unknown" | "silent" | "ambiguous";

const FOUND_MS = 60_000;
const UNKNOWN_MS = 5000;
const MOST_CACHED = 100_000;

type Cached = { until: number; location: Promise<Location> };

/**
 * Finds the cell of a routing key by requests to all cells, and remembers it for a minute. A secret is in one cell at
 * most, so the first cell that knows it is the one; an id may be in several, so all have to respond.
 */
export function createLocate(
  cells: readonly Cell[],
  { now = () => performance.now(), mostCached = MOST_CACHED }: { now?: () => number; mostCached?: number } = {},
) {
  const cache = new Map<string, Cached>();

  return function locate(key: RoutingKey): Promise<Location> {
    const text = JSON.stringify(key);
    const cached = cache.get(text);
    if (cached && now() < cached.until) return cached.location;
    const location = (isUnique(key) ? first : only)(cells, key);
    const entry: Cached = { until: Number.POSITIVE_INFINITY, location };
    cache.delete(text);
    cache.set(text, entry);
    // The oldest ones are first; made-up secrets push out few others.
    for (const oldest of cache.keys()) {
      if (cache.size <= mostCached) break;
      cache.delete(oldest);
    }
    location.then(
      (found) => {
        if (found === "silent" || found === "ambiguous") cache.delete(text);
        else entry.until = now() + (found === "unknown" ? UNKNOWN_MS : FOUND_MS);
      },
      () => cache.delete(text),
    );
    return location;
  };
}

const isUnique = (key: RoutingKey): boolean =>
  key.kind === "stored" || key.kind === "sealed" || (key.kind === "webhook" && key.signatureHash !== undefined);

type Lookup = { cell: Cell; result: LookupResult | undefined };

const lookUpIn = (cells: readonly Cell[], key: RoutingKey): Promise<Lookup>[] =>
  cells.map((cell) =>
    cell.lookUp(key).then(
      (result) => ({ cell, result }),
      () => ({ cell, result: undefined }),
    ),
  );

async function first(cells: readonly Cell[], key: RoutingKey): Promise<Location> {
  const lookups = lookUpIn(cells, key);
  const knowing = lookups.map(async (lookup) => {
    const { cell, result } = await lookup;
    return result?.isKnown ? { cell } : Promise.reject(new Error("not there"));
  });
  return Promise.any(knowing).catch(async () =>
    (await Promise.all(lookups)).some(({ result }) => result === undefined) ? "silent" : "unknown",
  );
}

async function only(cells: readonly Cell[], key: RoutingKey): Promise<Location> {
  const results = await Promise.all(lookUpIn(cells, key));
  if (results.some(({ result }) => result === undefined)) return "silent";
  const [found, another] = results.filter(({ result }) => result?.isKnown);
  if (another) return "ambiguous";
  return found ? { cell: found.cell } : "unknown";
}

export type SignInLocation = { cell: Cell | undefined; isPartial: boolean };

/**
 * The cell of a user who signs in. It is never cached: the time that a sign-in takes would say which addresses are
 * known. An address in several cells is the user's who was created first, as in one cell, where the second is refused.
 */
export async function locateUser(cells: readonly Cell[], email: string): Promise<SignInLocation> {
  const results = await Promise.all(lookUpIn(cells, { kind: "email", email }));
  const since = ({ result }: Lookup) => result?.since ?? Number.POSITIVE_INFINITY;
  const [earliest] = results.filter(({ result }) => result?.isKnown).sort((a, b) => since(a) - since(b));
  return { cell: earliest?.cell, isPartial: results.some(({ result }) => result === undefined) };
}
