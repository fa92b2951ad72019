/** A random number generator with a fixed seed: the demo data is the same at every start. */
export type Chance = {
  int: (from: number, to: number) => number;
  pick: <Value>(values: readonly Value[]) => Value;
  /** The value, or null in about `percent` percent of the cases. */
  maybe: <Value>(percent: number, value: Value) => Value | null;
};

/** mulberry32. */
export function chance(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    int,
    pick: <Value>(values: readonly Value[]) => values[int(0, values.length - 1)] as Value,
    maybe: (percent, value) => (int(1, 100) <= percent ? null : value),
  };
}

/** Rows 1…count, all created with the same generator. */
export function many<Row>(count: number, seed: number, make: (number: number, with_: Chance) => Row): Row[] {
  const source = chance(seed);
  return Array.from({ length: count }, (_, index) => make(index + 1, source));
}

const FIRST_DAY = Date.UTC(2026, 0, 5, 8);

/** A time in the demo's year, as ISO text: `hours` after the start of its first working day. */
export const moment = (hours: number): string => new Date(FIRST_DAY + hours * 3_600_000).toISOString();
